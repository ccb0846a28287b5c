// The activities as a table that can be sorted by each column.

const COLUMNS = [
  { title: 'Activity', of: (model, i) => model.items[i].id, cell: (model, i) => activityLink(model, i) },
  { title: 'Node', of: (model, i) => model.items[i].node },
  { title: 'Machine', of: (model, i) => model.items[i].machine },
  { title: 'Plugin', of: (model, i) => model.items[i].plugin },
  { title: 'Steps', of: (model, i) => model.items[i].calls, cell: (model, i) => [model.items[i].calls, el('span', { class: 'kinds' }, model.items[i].stepKinds.join(', '))] },
  { title: 'Look at', of: (model, i) => model.items[i].marks, cell: (model, i) => markChips(model.items[i]), byNumber: true },
  { title: 'Wave', of: (model, i) => model.items[i].wave, cell: (model, i) => String(model.items[i].wave + 1), number: true },
  { title: 'Before', of: (model, i) => model.incoming.count(i), number: true, hint: 'how many it waits for directly' },
  { title: 'After', of: (model, i) => model.outgoing.count(i), number: true, hint: 'how many wait for it directly' },
];
const PORTION = 400;
const sorting = { column: -1, down: false };  // -1: the order of the plan

function sortedItems(model) {
  const items = [];
  for (let i = 0; i < model.count; ++i) if (isListed(i)) items.push(i);
  if (sorting.column < 0) return items;
  const { of, number, byNumber } = COLUMNS[sorting.column];
  const keys = items.map((i) => of(model, i));
  const order = new Intl.Collator('en', { numeric: true });
  const compare = number || byNumber ? (a, b) => keys[a] - keys[b] : (a, b) => order.compare(keys[a], keys[b]);
  return items.map((_, at) => at).sort((a, b) => (sorting.down ? compare(b, a) : compare(a, b)) || a - b).map((at) => items[at]);
}

function sortBy(column) {
  sorting.down = sorting.column === column && !sorting.down;
  sorting.column = column;
  showView();
  byId('view').querySelectorAll('th button')[column]?.focus();
}

function headCell(column, i) {
  const sorted = sorting.column === i;
  return el('th', { scope: 'col', class: column.number ? 'number' : null, 'aria-sort': sorted ? (sorting.down ? 'descending' : 'ascending') : 'none' },
    button([column.title, el('span', { class: 'order', 'aria-hidden': 'true' }, sorted ? (sorting.down ? '▾' : '▴') : '')], () => sortBy(i), { title: column.hint || `Sort by ${column.title.toLowerCase()}` }));
}

function tableRow(model, i) {
  const row = el('tr', { 'data-activity': visible(model.items[i].id), class: i === state.activity ? 'selected' : null, on: { click: (event) => { if (!event.target.closest('a')) select(i); } } },
    COLUMNS.map((column, at) => el(at === 0 ? 'th' : 'td', { scope: at === 0 ? 'row' : null, class: column.number ? 'number' : null },
      column.cell ? column.cell(model, i) : at < 4 ? name(column.of(model, i)) : String(column.of(model, i)))));
  if (model.items[i].change) row.classList.add(model.items[i].change);
  return row;
}

function showTable(view) {
  const model = current();
  const items = sortedItems(model);
  const body = el('tbody');
  const { more, until } = inPortions(body, items.length, PORTION, (at) => tableRow(model, items[at]), 'activity');
  const table = el('table', { class: 'activities' }, el('caption', { class: 'hidden' }, `Activities of the ${visible(model.name)} plan`), el('thead', {}, el('tr', {}, COLUMNS.map(headCell))), body);
  view.append(el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Activities' }, table, items.length === 0 ? nothingFound() : null, more));
  const at = items.indexOf(state.activity);
  if (at >= 0) {
    until(at);
    body.children[at].scrollIntoView({ block: 'nearest' });
  }
}

const nothingFound = () => el('p', { class: 'nothing' }, 'Nothing fits the search and the filters. ', button('Clear them', clearFilter));

// A selection changes two rows, not the whole table.
function selectInTable(before) {
  const model = current();
  const mark = (item, selected) => {
    if (item === NONE) return;
    const id = visible(model.items[item].id);
    for (const row of byId('view').querySelectorAll('[data-activity]')) {
      if (row.dataset.activity !== id) continue;
      row.classList.toggle('selected', selected);
      if (selected) row.scrollIntoView({ block: 'nearest' });
    }
  };
  mark(before.activity, false);
  mark(state.activity, true);
}
