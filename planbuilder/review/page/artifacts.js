// The generated files and those that steps use, with line numbers; the plan document is written here from what the page knows of it.

const LINES_AT_ONCE = 1500;
const files = { chosen: '', line: 0 };

const keyOfFile = (file) => `${file.target}/${file.path}`;
const fileText = (file) => (file.packed ? (file.written ||= `${jsonText(file.packed)}\n`) : texts[file.text]);

function filesOf(model) {
  model.files ||= [...model.page.files, { target: 'json', path: 'plan.json', packed: model.plan, places: [] }, ...readableFiles()];
  return model.files;
}

function openFile(file, line) {
  files.chosen = keyOfFile(file);
  files.line = line;
  if (state.view === 'files') showView();
  else go({ view: 'files' });
}

const fileLink = (file, words, line) => button(words, () => openFile(file, line), { class: 'link', title: 'Show it in its file' });

function shownFile(model, file) {
  const text = fileText(file);
  const lines = text.replace(/\n$/, '').split('\n');
  const language = languageOf(file.path, text);
  const code = el('div', { class: 'code whole', tabindex: 0, role: 'region', 'aria-label': `${visible(file.target)} ${visible(file.path)}` });
  const { more, until } = inPortions(code, lines.length, LINES_AT_ONCE, (i) => codeLine(i + 1, lines[i], language, i + 1 === files.line), 'line');
  const activity = files.line > 0 ? placeAt(file, files.line) : NONE;
  until(files.line);
  queueMicrotask(() => code.querySelector('.marked')?.scrollIntoView({ block: 'center' }));
  return el('article', { class: 'file' }, el('header', {}, el('h3', {}, name(file.path)), el('span', { class: 'count' }, plural(lines.length, 'line')),
    activity === NONE ? null : activityLink(model, activity), copyButton(() => text, file.path)), code, more);
}

// Which activity the line of a file belongs to.
function placeAt(file, line) {
  for (let i = 0; i < file.places.length; i += 4) if (file.places[i + 2] <= line && line <= file.places[i + 3]) return file.places[i];
  return NONE;
}

function showFiles(view) {
  const model = current();
  const all = filesOf(model);
  const chosen = all.find((file) => keyOfFile(file) === files.chosen) || all[0];
  const targets = [...new Set(all.map((file) => file.target))];
  view.append(el('div', { class: 'files' }, el('nav', { 'aria-label': 'Files' }, targets.map((target) => [el('h3', {}, target), el('ul', {}, all.filter((file) => file.target === target).map((file) =>
    el('li', {}, button(name(file.path), () => openFile(file, 0), { 'aria-current': file === chosen ? 'true' : null }))))]),
  data.left_out.length > 0 ? el('p', { class: 'muted' }, `Left out: ${data.left_out.join('; ')}.`) : null), shownFile(model, chosen)));
}
