// Code with line numbers and a little colour: shell, Python, XML, JSON, YAML. Each language is a table of patterns; the first that fits wins.

const PATTERNS = {
  shell: [['comment', /#.*/y], ['text', /'[^']*'?|"(?:[^"\\]|\\.)*"?/y], ['key', /\b(?:if|then|else|fi|for|do|done|while|case|esac|function|return|local)\b/y],
    ['call', /[A-Za-z_][\w-]*(?=\(\))/y], ['number', /\b\d+\b/y], ['key', /\$\{?[\w@#?!*-]+\}?/y]],
  python: [['comment', /#.*/y], ['text', /(?:\b[rbfu]{1,2})?(?:""".*?(?:"""|$)|'''.*?(?:'''|$)|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)/y],
    ['key', /\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|None|not|or|pass|raise|return|True|False|try|while|with|yield)\b/y],
    ['call', /[A-Za-z_]\w*(?=\()/y], ['number', /\b\d[\d._]*\b/y]],
  xml: [['comment', /<!--.*?(?:-->|$)/y], ['key', /<\/?[\w:.-]+|\/?>|\?>/y], ['call', /[\w:.-]+(?==")/y], ['text', /"[^"]*"/y]],
  json: [['key', /"(?:[^"\\]|\\.)*"(?=\s*:)/y], ['text', /"(?:[^"\\]|\\.)*"?/y], ['number', /-?\b\d[\d.eE+-]*\b/y], ['call', /\b(?:true|false|null)\b/y]],
  yaml: [['comment', /#.*/y], ['key', /[\w.$-]+(?=\s*:(?:\s|$))/y], ['text', /'[^']*'?|"(?:[^"\\]|\\.)*"?/y], ['number', /\b\d[\d.]*\b/y]],
  plain: [],
};
// By the name of the file, else by its first line.
const ENDINGS = [[/\.(?:sh|bash|dash)$|^#!.*\b(?:ba|da|k|z)?sh\b/, 'shell'], [/\.py$|^#!.*\bpython/, 'python'], [/\.json$/, 'json'], [/\.(?:bpel|wsdl|xsd|xml|tosca|endpoint)$/, 'xml'], [/\.ya?ml$/, 'yaml']];

function languageOf(path, text) {
  const first = text && text.startsWith('#!') ? text.split('\n', 1)[0] : '';
  const found = [path, first].map((sign) => ENDINGS.find(([pattern]) => pattern.test(sign))).find(Boolean);
  return found ? found[1] : 'plain';
}

const MOST_COLOURED = 600;  // letters of a line; longer ones are no lines that people read

function coloured(line, language) {
  const patterns = PATTERNS[language];
  if (line.length > MOST_COLOURED || patterns.length === 0) return [line];
  const pieces = [];
  let plain = '';
  for (let at = 0; at < line.length;) {
    let found = null;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      if (match && match[0] && (kind !== 'comment' || language === 'xml' || at === 0 || /\s/.test(line[at - 1]))) {
        found = [kind, match[0]];
        break;
      }
    }
    if (!found) {
      // A word is passed at once, so that nothing is found in its middle.
      const word = /[\w-]+|./y;
      word.lastIndex = at;
      const passed = word.exec(line)[0];
      plain += passed;
      at += passed.length;
      continue;
    }
    if (plain) pieces.push(plain);
    plain = '';
    pieces.push(el('span', { class: `c-${found[0]}` }, found[1]));
    at += found[1].length;
  }
  if (plain) pieces.push(plain);
  return pieces;
}

// One line; `mark` says that it is the one that is meant.
function codeLine(number, text, language, mark) {
  return el('div', { class: mark ? 'line marked' : 'line' }, el('span', { class: 'number', 'data-n': number }),
    el('code', { dir: 'ltr' }, coloured(visible(text).replace(/\t/g, '    '), language)), mark ? el('span', { class: 'hidden' }, '(this line)') : null);
}

const codeBlock = (lines, first, language, label, marked) =>
  el('div', { class: 'code', role: 'region', 'aria-label': label, tabindex: 0 },
    lines.map((line, i) => codeLine(first + i, line, language, marked === first + i)));

function copyButton(text, what) {
  const label = 'Copy';
  const control = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text());
      control.textContent = 'Copied';
    } catch {
      control.textContent = copiedByHand(text()) ? 'Copied' : 'Not allowed';
    }
    setTimeout(() => { control.textContent = label; }, 1500);
  }, { class: 'copy', 'aria-label': `Copy ${what}` });
  return control;
}

// Pages that were opened as files may not use the clipboard directly everywhere.
function copiedByHand(text) {
  const area = el('textarea', { class: 'hidden', 'aria-hidden': 'true' });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

const AROUND = 3;  // lines of context

// The lines of a source around a place, which is `{file, line, column}`; nothing when they are not on the page.
function excerpt(at) {
  const lines = at && at.line ? excerptLines.get(at.file) : null;
  if (!lines || !lines.has(at.line)) return null;
  let first = at.line;
  while (first > at.line - AROUND && lines.has(first - 1)) --first;
  const shown = [];
  for (let line = first; line <= at.line + AROUND && lines.has(line); ++line) shown.push(lines.get(line));
  return codeBlock(shown, first, languageOf(at.file), `${placeName(at)} in the source`, at.line);
}

const placeName = (at) => (at.line ? `${at.file}:${at.line}${at.column ? `:${at.column}` : ''}` : at.file);

// The place and, when it is opened, its lines.
function placed(at, open) {
  if (!at) return null;
  const code = excerpt(at);
  if (!code) return el('p', { class: 'place' }, name(placeName(at)));
  return el('details', { class: 'place', open: open || null }, el('summary', {}, name(placeName(at))), code);
}
