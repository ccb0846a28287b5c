// Activities with nothing to call can be hidden. The order that leads through them stays: their neighbours are tied directly.

const MANY = 30;        // activities, from which on they are hidden at first
const FEW_MORE = 24;    // lines more than before that hiding one may cost
const MOST_EXACT = 1000;  // activities of which all that comes before is kept; of more only what comes directly before
const quiet = { wanted: null };

const quietCount = (model) => model.page.quiet.length;
const isQuiet = (model, item) => (model.quiet ||= new Set(model.page.quiet)).has(item);
const hidesQuiet = (model) => quietCount(model) > 0 && (quiet.wanted === null ? model.count > MANY : quiet.wanted);

// One that is selected, or differs from before, is shown all the same.
function hiddenItems(model) {
  const hidden = new Uint8Array(model.items.length);
  if (!hidesQuiet(model)) return hidden;
  for (const item of model.page.quiet) if (item !== state.activity && !model.items[item].change) hidden[item] = 1;
  return hidden;
}

// The edges between what is shown. `through` says of which ones that they pass hidden activities.
function netOf(model, hidden) {
  if (!hidden.includes(1)) return { ...model, hidden, through: null };
  const sources = sourcesOfHidden(model, hidden);
  const net = { hidden, from: [], to: [], redundant: [], through: [] };
  const before = new Ancestors(model.items.length);
  const add = (from, to, redundant, through) => { net.from.push(from); net.to.push(to); net.redundant.push(redundant); net.through.push(through); };
  for (let to = 0; to < model.items.length; ++to) {
    if (hidden[to]) continue;
    const direct = new Set();
    const passing = new Set();
    for (const edge of model.incoming.of(to)) {
      const from = model.from[edge];
      if (!hidden[from]) add(from, to, model.redundant[edge], 0);
      if (model.redundant[edge]) continue;
      if (!hidden[from]) direct.add(from);
      else for (const source of sources[from]) passing.add(source);
    }
    const all = new Set([...direct, ...passing]);
    for (const from of passing) if (!direct.has(from) && !before.leads(from, all)) add(from, to, 0, 1);
    before.set(to, all);
  }
  net.incoming = adjacency(model.items.length, net.to);
  net.outgoing = adjacency(model.items.length, net.from);
  return net;
}

// What comes before each activity, as far as it is worth knowing: a line that follows from others is left out.
class Ancestors {
  constructor(count) {
    this.known = new Array(count);
    this.far = count <= MOST_EXACT;
  }
  set(item, near) {
    this.known[item] = new Set(near);
    if (this.far) for (const each of near) for (const farther of this.known[each] || []) this.known[item].add(farther);
  }
  leads(from, others) {
    for (const other of others) if (other !== from && this.known[other] && this.known[other].has(from)) return true;
    return false;
  }
}

// For each hidden activity, the shown ones that lead to it. One where many meet stays: without it there would be far more lines.
function sourcesOfHidden(model, hidden) {
  const sources = [];
  const counts = (edges) => [...edges].filter((edge) => !model.redundant[edge]);
  for (let item = 0; item < model.count; ++item) {
    if (!hidden[item]) continue;
    const found = new Set();
    for (const edge of counts(model.incoming.of(item))) {
      const from = model.from[edge];
      for (const source of hidden[from] ? sources[from] : [from]) found.add(source);
    }
    const leave = counts(model.outgoing.of(item)).length;
    if (found.size * leave > found.size + leave + FEW_MORE) hidden[item] = 0;
    else sources[item] = found;
  }
  return sources;
}

// The switch beside the filters; nothing where there is nothing to hide.
function quietSwitch(model) {
  const count = quietCount(model);
  if (count === 0) return null;
  return button([`Hide ${count.toLocaleString('en')} that call nothing`, el('kbd', { 'aria-hidden': 'true' }, 'h')], () => {
    quiet.wanted = !hidesQuiet(current());
    buildFilters();
    changeFilter();
  }, { id: 'quiet', 'aria-pressed': hidesQuiet(model), title: 'Activities that only keep the books. Lines that pass one have a dot.' });
}
