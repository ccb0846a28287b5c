// The data of the page: plan documents, packed as packer.h says. They are unpacked when something of them is shown.

const data = JSON.parse(byId('data').textContent);
byId('data').remove();  // its text would stay in memory twice
const { texts, shapes } = data;

// What is no text and no small number keeps the spelling of the document: 1.0 is not 1, and large numbers are not rounded.
class Raw {
  constructor(written) { this.written = written; }
  toString() { return this.written; }
}

const keysOf = (packed) => shapes[packed[0] - 2];
const isObject = (packed) => Array.isArray(packed) && packed[0] >= 2;

// Where a key is among the values of a shape; most objects share few shapes.
const positions = shapes.map((keys) => new Map(keys.map((key, i) => [texts[key], i + 1])));
function member(packed, key) {
  const at = positions[packed[0] - 2].get(key);
  return at === undefined ? undefined : packed[at];
}
const textMember = (packed, key) => {
  const value = member(packed, key);
  return value === undefined ? '' : texts[value];
};

function scalar(packed) {
  if (packed >= 0) return texts[packed];
  if (!Array.isArray(packed)) return -packed - 1;
  const written = texts[packed[1]];
  if (written === 'true') return true;
  if (written === 'false') return false;
  return written === 'null' ? null : new Raw(written);
}

// Objects have no prototype, so that no key of a model means anything else.
function unpack(packed) {
  if (!Array.isArray(packed) || packed[0] === 0) return scalar(packed);
  if (packed[0] === 1) return packed.slice(1).map(unpack);
  const object = Object.create(null);
  keysOf(packed).forEach((key, i) => { object[texts[key]] = unpack(packed[i + 1]); });
  return object;
}

// The same bytes as the plan document has.
function jsonText(packed, indent = '') {
  if (!Array.isArray(packed)) return packed >= 0 ? JSON.stringify(texts[packed]) : String(-packed - 1);
  if (packed[0] === 0) return texts[packed[1]];
  const list = packed[0] === 1;
  if (packed.length === 1) return list ? '[]' : '{}';
  const deeper = `${indent}  `;
  const items = packed.slice(1).map((value, i) =>
    (list ? '' : `${JSON.stringify(texts[keysOf(packed)[i]])}: `) + jsonText(value, deeper));
  return `${list ? '[' : '{'}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${list ? ']' : '}'}`;
}

// file -> line -> text, for the lines that are on the page.
const excerptLines = new Map();
for (const excerpt of data.excerpts) {
  if (!excerptLines.has(excerpt.file)) excerptLines.set(excerpt.file, new Map());
  const lines = excerptLines.get(excerpt.file);
  excerpt.lines.forEach((line, i) => lines.set(excerpt.first + i, texts[line]));
}
