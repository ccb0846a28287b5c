// The files that steps run, bring or need: what is in them, and what changed there.

const contents = new Map(data.contents.map((each) => [texts[each.file], each]));

const UNITS = ['B', 'kB', 'MB', 'GB'];
function sizeText(bytes) {
  const unit = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** unit).toLocaleString('en', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit]}`;
}

// The plan document has the size and the digest of every file.
function usedFiles(model) {
  if (!model.used) {
    const listed = member(model.plan, 'files');
    model.used = new Map((listed ? listed.slice(1) : []).map(unpack).map((each) => [each.file, each]));
  }
  return model.used;
}

// A folder stands for all that is in it.
const filesAt = (model, path) => {
  const used = usedFiles(model);
  if (used.has(path) || contents.has(path)) return [path];
  return [...used.keys()].filter((file) => file.startsWith(path.endsWith('/') ? path : `${path}/`));
};

const digestText = (digest) => (digest ? el('code', { class: 'digest', title: digest }, digest.slice(0, 12)) : null);

function aboutFile(model, path) {
  const file = usedFiles(model).get(path);
  if (!file) return null;
  return el('span', { class: 'muted' }, file.size === undefined ? 'not there' : sizeText(Number(file.size)), ' ', digestText(file.digest));
}

// What differs in files, if something was compared and both sides were at hand.
const changedFiles = new Map((data.difference ? data.difference.files || [] : []).map((each) => [each.file, each]));

const changeWords = (change) => (!change.before ? 'was not used before' : !change.after ? 'is not used any more' : 'changed');

function changeLine(each, language) {
  const added = each.added !== undefined;
  return el('div', { class: `line ${added ? 'added' : 'removed'}` }, el('span', { class: 'number', 'data-n': each.line }),
    el('span', { class: 'side' }, added ? '+' : '−'), el('code', { dir: 'ltr' }, coloured(visible(added ? each.added : each.removed).replace(/\t/g, '    '), language)));
}

function changedPart(change) {
  if (!change) return null;
  if (!change.lines) return el('p', { class: 'muted' }, 'It ', changeWords(change), '.');
  return el('figure', {}, el('figcaption', {}, 'lines that changed'),
    el('div', { class: 'code', role: 'region', 'aria-label': `What changed in ${visible(change.file)}`, tabindex: 0 }, change.lines.map((line) => changeLine(line, languageOf(change.file)))),
    change.more_lines ? el('p', { class: 'muted' }, `and ${plural(change.more_lines, 'more line')}`) : null);
}

function contentPart(path) {
  const content = contents.get(path);
  if (!content) return el('p', { class: 'muted' }, 'It is not on this page.');
  if (content.note !== undefined) return el('p', { class: 'muted' }, texts[content.note]);
  const text = texts[content.text];
  return el('figure', {}, el('figcaption', {}, contentLink(path, 0), copyButton(() => text, path)),
    codeBlock(text.replace(/\n$/, '').split('\n'), 1, languageOf(path, text), `Contents of ${visible(path)}`));
}

// Files of a step, each closed until somebody wants to read it.
function filesOfStep(model, step) {
  const named = [step.artifact && step.artifact.file, ...(step.dependencies || []), step.kind === 'transfer' && step.file].filter(Boolean);
  return [...new Set(named.flatMap((path) => filesAt(model, path)))].map((path) => {
    const change = changedFiles.get(path);
    return el('details', { class: 'content', open: Boolean(change) || null },
      el('summary', {}, el('code', {}, path), ' ', aboutFile(model, path), change ? el('span', { class: 'chip changed' }, changeWords(change)) : null),
      whenOpened(() => el('div', {}, changedPart(change), contentPart(path))));
  });
}

// Opens a file at a line; only a name where the page does not have it.
function contentLink(path, line) {
  const words = line > 0 ? `${path}:${line}` : path;
  const content = contents.get(path);
  if (!content || content.text === undefined) return name(words, { class: 'name place' });
  return fileLink(usedFile(path), words, line);
}

const USED = 'used by steps';
const usedFile = (path) => ({ target: USED, path, text: contents.get(path).text, places: [] });
const readableFiles = () => [...contents].filter(([, content]) => content.text !== undefined).map(([path]) => usedFile(path));
