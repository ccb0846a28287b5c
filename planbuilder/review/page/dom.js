// Elements and texts. Whatever comes from a model becomes text here, never markup: this file is the only one that makes elements.

const SVG = 'http://www.w3.org/2000/svg';

// Characters that would not be seen, or would turn the text around them, are shown by their number.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text) => String(text).replace(UNSEEN, (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
const inLine = (text) => visible(String(text).replace(/\n/g, '⏎').replace(/\t/g, ' '));

function give(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith('aria-')) element.setAttribute(name, visible(value));  // where false says something, too
    else if (value === false) continue;
    else if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === 'text') element.textContent = inLine(value);
    else if (name === 'title') element.setAttribute('title', visible(value));
    else element.setAttribute(name, value === true ? '' : value);
  }
}

// Children are elements, texts, lists of them, or nothing.
function put(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(inLine(child)));
  }
  return element;
}

function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  give(element, attributes);
  return put(element, children);
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  give(element, attributes);
  return put(element, children);
}

const byId = (id) => document.getElementById(id);
const empty = (element) => { element.replaceChildren(); return element; };
const refill = (element, ...children) => put(empty(element), children);

// A name of the model: isolated, so that a name written from right to left keeps to itself.
const name = (text, attributes) => el('bdi', { class: 'name', ...attributes }, text);

const button = (label, action, attributes) => el('button', { type: 'button', on: { click: action }, ...attributes }, label);

const plural = (count, noun) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;

// Keeps the begin and the end: names mostly differ in one of them.
function shortened(text, most) {
  const letters = [...inLine(text)];
  if (letters.length <= most) return letters.join('');
  const tail = Math.floor((most - 1) / 3);
  return `${letters.slice(0, most - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}

function cut(text, most) {
  const letters = [...inLine(text)];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
}

// The first items, and a button for more: a page with all rows of a large plan would be slow.
function inPortions(parent, count, portion, make, noun) {
  let shown = 0;
  const more = button('', () => grow(), { class: 'more' });
  function grow() {
    const end = Math.min(count, shown + portion);
    const rows = [];
    for (; shown < end; ++shown) rows.push(make(shown));
    parent.append(...rows);
    more.hidden = shown >= count;
    more.textContent = `Show ${Math.min(portion, count - shown).toLocaleString('en')} more of ${plural(count - shown, noun)}`;
  }
  grow();
  return { more, until: (index) => { while (shown <= index && shown < count) grow(); } };
}

const announce = (text) => { byId('announce').textContent = inLine(text); };
