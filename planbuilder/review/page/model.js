// One plan as the views need it: columns of activities, edges as numbers, waves, machines. Made when the plan is first shown.

const NONE = -1;

// `summary` is the number of the text that says in a few words what it does.
function activityOf(packed, summary) {
  const entity = member(packed, 'entity');
  const steps = member(packed, 'steps').slice(1);
  return {
    packed,
    id: textMember(packed, 'id'),
    kind: texts[keysOf(entity)[0]],
    node: texts[entity[1]],
    transition: textMember(packed, 'transition'),
    type: textMember(packed, 'type'),
    host: textMember(packed, 'host'),
    plugin: textMember(packed, 'filled_by'),
    stepKinds: [...new Set(steps.map((step) => textMember(step, 'kind')))],
    calls: texts[summary],
    machine: '',
    wave: 0,
    ghost: false,
    change: '',
  };
}

// The node at the bottom of each stack, by following hosts; a stack that leads back to itself ends there.
function findMachines(items) {
  const hosts = new Map();
  for (const item of items) if (item.kind === 'node' && !hosts.has(item.node)) hosts.set(item.node, item.host);
  const known = new Map();
  const bottom = (node) => {
    const way = [];
    let at = node;
    while (!known.has(at)) {
      known.set(at, at);
      way.push(at);
      const host = hosts.get(at);
      if (!host) break;
      at = host;
    }
    const found = known.get(at);
    for (const above of way) known.set(above, found);
    return found;
  };
  for (const item of items) {
    if (item.kind === 'node') item.machine = bottom(item.node);
    else item.machine = item.host ? bottom(item.host) : '';
  }
}

// Machines with a single activity would be lanes of their own that say nothing: they share the lane without a name.
function nameLanes(items) {
  const sizes = new Map();
  for (const item of items) sizes.set(item.machine, (sizes.get(item.machine) || 0) + 1);
  for (const item of items) item.lane = sizes.get(item.machine) > 1 ? item.machine : '';
}

// Which edges begin or end at each activity, as one list with a start per activity.
function adjacency(count, ends) {
  const start = new Int32Array(count + 1);
  for (const end of ends) ++start[end + 1];
  for (let i = 0; i < count; ++i) start[i + 1] += start[i];
  const fill = start.slice();
  const list = new Int32Array(ends.length);
  ends.forEach((end, edge) => { list[fill[end]++] = edge; });
  return { of: (item) => list.subarray(start[item], start[item + 1]), count: (item) => start[item + 1] - start[item] };
}

// Edges are sorted by their start, and activities stand in topological order: one sweep is enough.
function findWaves(model) {
  const previous = new Int32Array(model.items.length).fill(NONE);
  const { items, from, to } = model;
  for (let e = 0; e < from.length; ++e) items[to[e]].wave = Math.max(items[to[e]].wave, items[from[e]].wave + 1);
  for (let e = 0; e < from.length; ++e)
    if (items[to[e]].wave === items[from[e]].wave + 1 && previous[to[e]] === NONE) previous[to[e]] = from[e];
  let last = NONE;
  for (let i = 0; i < model.count; ++i) if (last === NONE || items[i].wave > items[last].wave) last = i;
  model.critical = new Uint8Array(items.length);
  model.chain = [];
  for (let at = last; at !== NONE; at = previous[at]) {
    model.critical[at] = 1;
    model.chain.unshift(at);
  }
  model.waves = [];
  for (let i = 0; i < model.count; ++i) (model.waves[items[i].wave] ||= []).push(i);
}

// Ghosts stand behind what they waited for, as far as that is still there.
function addGhosts(model, removed, change) {
  const lone = new Map((change ? change.activities.removed : []).map((each) => [each.id, each]));
  for (const packed of removed) {
    const item = activityOf(packed, model.page.summaries[model.items.length]);
    item.ghost = true;
    item.change = 'removed';
    model.indexOf.set(item.id, model.items.push(item) - 1);
  }
  model.ghostEdges = [];
  for (let i = model.count; i < model.items.length; ++i) {
    const near = lone.get(model.items[i].id);
    for (const id of near ? near.after : []) if (model.indexOf.has(id)) model.ghostEdges.push([model.indexOf.get(id), i]);
    for (const id of near ? near.before : []) if (model.indexOf.has(id)) model.ghostEdges.push([i, model.indexOf.get(id)]);
  }
}

function placeGhosts(model) {
  for (const [from, to] of model.ghostEdges)
    if (model.items[to].ghost) model.items[to].wave = Math.max(model.items[to].wave, model.items[from].wave + 1);
}

function markChanges(model, change) {
  if (!change || change.presence !== 'both') return;
  for (const each of change.activities.added) if (model.indexOf.has(each.id)) model.items[model.indexOf.get(each.id)].change = 'added';
  for (const each of change.activities.changed) if (model.indexOf.has(each.id)) model.items[model.indexOf.get(each.id)].change = 'changed';
}

function makeModel(page) {
  const plan = page.plan;
  const items = member(plan, 'activities').slice(1).map((packed, i) => activityOf(packed, page.summaries[i]));
  const edges = member(plan, 'edges').slice(1);
  const planName = textMember(plan, 'name');
  const change = data.difference ? data.difference.plans.find((each) => each.name === planName) : null;
  const model = {
    page, plan, items, edges, change, name: planName,
    count: items.length,
    indexOf: new Map(items.map((item, i) => [item.id, i])),
    from: new Int32Array(edges.length),
    to: new Int32Array(edges.length),
    redundant: new Uint8Array(edges.length),
    failures: new Set(), // pairs of activities, of which the first must have failed: see isAfterFailure
    source: textMember(member(plan, 'service'), 'source'),
  };
  edges.forEach((edge, e) => {
    model.from[e] = model.indexOf.get(textMember(edge, 'from'));
    model.to[e] = model.indexOf.get(textMember(edge, 'to'));
    model.redundant[e] = member(edge, 'redundant') === undefined ? 0 : 1;
    if (member(edge, 'failure_of') !== undefined) model.failures.add(`${model.from[e]} ${model.to[e]}`);
  });
  addGhosts(model, page.removed, change && change.presence === 'both' ? change : null);
  model.outgoing = adjacency(items.length, model.from);
  model.incoming = adjacency(items.length, model.to);
  findWaves(model);
  placeGhosts(model);
  findMachines(items);
  nameLanes(items);
  markChanges(model, change);
  addRisks(model);
  return model;
}

const isAfterFailure = (model, from, to) => model.failures.size > 0 && model.failures.has(`${from} ${to}`);

const models = [];
const modelOf = (index) => (models[index] ||= makeModel(data.plans[index]));

// All that comes before or after an activity, however far.
function reach(model, start, lists, ends) {
  const seen = new Uint8Array(model.items.length);
  const waiting = [start];
  while (waiting.length > 0) {
    for (const edge of lists.of(waiting.pop())) {
      if (seen[ends[edge]]) continue;
      seen[ends[edge]] = 1;
      waiting.push(ends[edge]);
    }
  }
  return seen;
}
const allBefore = (model, item) => reach(model, item, model.incoming, model.from);
const allAfter = (model, item) => reach(model, item, model.outgoing, model.to);
const countOf = (marks) => marks.reduce((sum, mark) => sum + mark, 0);

// The activities of a node: where a value that comes from it is made.
function activitiesOfNode(model, node) {
  if (!model.byNode) {
    model.byNode = new Map();
    model.items.forEach((item, i) => { if (!item.ghost) model.byNode.set(item.node, (model.byNode.get(item.node) || []).concat(i)); });
  }
  return model.byNode.get(node) || [];
}
