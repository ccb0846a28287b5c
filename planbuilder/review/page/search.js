// Search and filters: what fits stays bright, or alone in lists.

const FILTERS = [
  { name: 'node', label: 'Node', of: (item) => [item.node] },
  { name: 'machine', label: 'Machine', of: (item) => [item.machine || '(none)'] },
  { name: 'plugin', label: 'Plugin', of: (item) => [item.plugin || '(none)'] },
  { name: 'step', label: 'Step', of: (item) => item.stepKinds },
  { name: 'transition', label: 'Transition', of: (item) => [item.transition] },
  { name: 'risk', label: 'Look at', of: (item) => marksIn(item.marks).map((mark) => mark.label) },
];
const MOST_CHOICES = 1000;
const filter = { text: '', chosen: new Map(), active: false, matches: new Uint8Array(0), hidden: new Uint8Array(0), count: 0 };

const haystack = (item) => (item.haystack ||= [item.id, item.type, item.host, item.machine, item.plugin, item.calls, item.stepKinds.join(' ')].join('\n').toLowerCase());

function fits(item) {
  for (const word of filter.words) if (!haystack(item).includes(word)) return false;
  for (const { name: key, of } of FILTERS) if (filter.chosen.has(key) && !of(item).includes(filter.chosen.get(key))) return false;
  return true;
}

function applyFilter() {
  const model = current();
  filter.words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  filter.active = filter.words.length > 0 || filter.chosen.size > 0;
  filter.matches = new Uint8Array(model.items.length);
  filter.count = 0;
  model.items.forEach((item, i) => {
    if (filter.active && !fits(item)) return;
    filter.matches[i] = 1;
    if (!item.ghost) ++filter.count;
  });
  filter.hidden = hiddenItems(model);
  const words = filter.active ? `${filter.count.toLocaleString('en')} of ${plural(model.count, 'activity')} fit` : '';
  const count = byId('filter-count');
  if (count) count.textContent = words;
  if (filter.active) announce(words);
}

// What lists show.
const isListed = (item) => !filter.hidden[item] && (!filter.active || filter.matches[item]);

function changeFilter() {
  applyFilter();
  byId('clear').hidden = !filter.active;
  tell('filtered');
}

function clearFilter() {
  filter.text = '';
  filter.chosen.clear();
  byId('search').value = '';
  buildFilters();
  changeFilter();
}

function filterBy(key, value) {
  filter.chosen.set(key, value);
  buildFilters();
  changeFilter();
}

function choices({ name: key, label, of }) {
  const counts = new Map();
  const model = current();
  for (let i = 0; i < model.count; ++i) for (const value of of(model.items[i])) counts.set(value, (counts.get(value) || 0) + 1);
  if (filter.chosen.has(key) && !counts.has(filter.chosen.get(key))) filter.chosen.delete(key);
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const control = el('select', { id: `filter-${key}`, on: { change: () => {
    if (control.selectedIndex === 0) filter.chosen.delete(key);
    else filter.chosen.set(key, sorted[control.selectedIndex - 1][0]);
    changeFilter();
  } } }, el('option', {}, `any (${counts.size.toLocaleString('en')})`), sorted.slice(0, MOST_CHOICES).map(([value, count]) =>
    el('option', { selected: filter.chosen.get(key) === value || null }, `${shortened(value, 40)} (${count})`)),
  sorted.length > MOST_CHOICES ? el('option', { disabled: true }, 'more: please search') : null);
  return el('label', {}, el('span', {}, label), control);
}

function buildFilters() {
  refill(byId('filters'), FILTERS.map(choices), quietSwitch(current()), el('span', { id: 'filter-count', class: 'muted' }), button('Clear', clearFilter, { id: 'clear', hidden: !filter.active || null }));
  applyFilter();
}

// Enter goes through what was found.
function nextFound(step) {
  const model = current();
  for (let i = 1; i <= model.count; ++i) {
    const at = (((state.activity === NONE ? (step > 0 ? -1 : 0) : state.activity) + step * i) % model.count + model.count) % model.count;
    if (filter.matches[at] && !filter.hidden[at]) return select(at);
  }
  return undefined;
}

function listenToSearch() {
  const field = byId('search');
  let timer = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => { filter.text = field.value; changeFilter(); }, current().count > 5000 ? 250 : 60);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      clearTimeout(timer);
      filter.text = field.value;
      changeFilter();
      nextFound(event.shiftKey ? -1 : 1);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      clearFilter();
      field.blur();
    }
  });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
}
