// Edges as few long paths: one per kind of line, whatever their number.

const MOST_EDGES = 6000;  // more of them would be one grey area, and slow; those of the selected activity may be as many again
const KINDS = ['redundant', 'normal', 'critical', 'before', 'after', 'lost', 'gained'];

// From the right of a box to the left of another. One that passes a box at its own height goes around it.
function forward(from, to) {
  const x1 = from.x + BOX.width;
  const y1 = from.y + BOX.height / 2;
  const x2 = to.x;
  const y2 = to.y + BOX.height / 2;
  const bend = Math.max(22, Math.min((x2 - x1) / 2, 130));
  const over = x2 - x1 > COLUMN && Math.abs(y2 - y1) < BOX.height ? BOX.height + 8 : 0;
  return `M${x1} ${y1}C${x1 + bend} ${y1 - over} ${x2 - bend - 7} ${y2 - over} ${x2 - 7} ${y2 - (over ? 3 : 0)}`;
}

// Order that was lost may lead within a column, or back: to the right of the other box, from the side that is nearer.
function backward(from, to) {
  const y1 = from.y + BOX.height / 2;
  const y2 = to.y + BOX.height / 2;
  const x2 = to.x + BOX.width;
  if (from.x > to.x) return `M${from.x} ${y1}C${from.x - 22} ${y1} ${x2 + 29} ${y2} ${x2 + 7} ${y2}`;
  return `M${x2} ${y1}C${x2 + 40} ${y1} ${x2 + 40} ${y2} ${x2 + 7} ${y2}`;
}

function arrowHead(x, y, way) {
  return `M${x - 9 * way} ${y - 4.5}L${x} ${y}L${x - 9 * way} ${y + 4.5}Z`;
}

// Which kind of line an edge is; nothing when it is not drawn.
function kindOfEdge(model, edge, marks) {
  const from = model.from[edge];
  const to = model.to[edge];
  const inBefore = marks && (marks.before[from] && (marks.before[to] || to === marks.item));
  const inAfter = marks && (marks.after[to] && (marks.after[from] || from === marks.item));
  if (model.redundant[edge]) {
    const touches = marks && (from === marks.item || to === marks.item);
    return settings.redundant || touches ? 'redundant' : '';
  }
  if (inBefore) return 'before';
  if (inAfter) return 'after';
  if (settings.critical && model.critical[from] && model.critical[to] && model.items[to].wave === model.items[from].wave + 1) return 'critical';
  return 'normal';
}

// Order that was gained or lost, between activities that both sides have.
function* changedOrder(model) {
  if (!settings.difference || !model.change || model.change.presence !== 'both') return;
  for (const [kind, list] of [['gained', model.change.order.gained], ['lost', model.change.order.lost]])
    for (const each of list) yield [kind, model.indexOf.get(each.from), model.indexOf.get(each.to)];
  for (const [from, to] of model.ghostEdges) yield ['lost', from, to];
}

// The texts of all paths, and how many edges were left out. Marks are what the selection reaches.
function edgePaths(model, placed, marks) {
  const lines = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const heads = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const drawn = new Set();
  const draw = (kind, from, to) => {
    const a = placed.boxOf[from];
    const b = placed.boxOf[to];
    if (a === NONE || b === NONE || a === b) return;
    const key = a * placed.boxes.length + b;
    if (drawn.has(key)) return;
    drawn.add(key);
    const [one, other] = [placed.boxes[a], placed.boxes[b]];
    const ahead = other.x > one.x;
    lines[kind].push(ahead ? forward(one, other) : backward(one, other));
    heads[kind].push(arrowHead(ahead ? other.x : other.x + BOX.width, other.y + BOX.height / 2, ahead ? 1 : -1));
  };
  const kinds = new Map(KINDS.map((kind) => [kind, []]));
  for (let edge = 0; edge < model.from.length; ++edge) {
    const kind = kindOfEdge(model, edge, marks);
    if (kind) kinds.get(kind).push(edge);
  }
  for (const [kind, from, to] of changedOrder(model)) if (from !== undefined && to !== undefined) draw(kind, from, to);
  let left = 0;
  for (const kind of ['before', 'after', 'critical', 'redundant', 'normal']) {
    const plain = kind === 'normal' || kind === 'redundant';
    for (const edge of kinds.get(kind)) {
      const touches = marks && (model.from[edge] === marks.item || model.to[edge] === marks.item);
      if (drawn.size >= (touches ? 2 : 1) * MOST_EDGES) { ++left; continue; }
      if (plain && model.edges.length > 4 * MOST_EDGES && !touches) { ++left; continue; }
      draw(kind, model.from[edge], model.to[edge]);
    }
  }
  return { lines: KINDS.map((kind) => [kind, lines[kind].join(''), heads[kind].join('')]), left };
}
