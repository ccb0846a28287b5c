// Edges as few long paths: one per kind of line, whatever their number.

const MOST_EDGES = 6000;  // more of them would be one grey area, and slow; those of the selected activity may be as many again
const KINDS = ['redundant', 'normal', 'failure', 'critical', 'before', 'after', 'lost', 'gained'];

// From the right of a box to the left of another. One that passes a box at its own height goes around it.
function forward(from, to) {
  const x1 = from.x + BOX.width;
  const y1 = from.y + BOX.height / 2;
  const x2 = to.x;
  const y2 = to.y + BOX.height / 2;
  const bend = Math.max(22, Math.min((x2 - x1) / 2, 130));
  const over = x2 - x1 > MOST_SPACE.across && x2 - x1 > BOX.width && Math.abs(y2 - y1) < BOX.height ? BOX.height + 8 : 0;
  return [[x1, y1], [x1 + bend, y1 - over], [x2 - bend - 7, y2 - over], [x2 - 7, y2 - (over ? 3 : 0)]];
}

// Order that was lost may lead within a column, or back: to the right of the other box, from the side that is nearer.
function backward(from, to) {
  const y1 = from.y + BOX.height / 2;
  const y2 = to.y + BOX.height / 2;
  const x2 = to.x + BOX.width;
  if (from.x > to.x) return [[from.x, y1], [from.x - 22, y1], [x2 + 29, y2], [x2 + 7, y2]];
  return [[x2, y1], [x2 + 40, y1], [x2 + 40, y2], [x2 + 7, y2]];
}

const wayOf = ([a, b, c, d]) => `M${a.join(' ')}C${b.join(' ')} ${c.join(' ')} ${d.join(' ')}`;

// In the middle of a line: something that is hidden.
function dotOn([a, b, c, d]) {
  const [x, y] = [0, 1].map((i) => (a[i] + 3 * b[i] + 3 * c[i] + d[i]) / 8);
  return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`;
}

function arrowHead(x, y, way) {
  return `M${x - 9 * way} ${y - 4.5}L${x} ${y}L${x - 9 * way} ${y + 4.5}Z`;
}

// Which kind of line an edge is; nothing when it is not drawn.
function kindOfEdge(model, net, edge, marks) {
  const from = net.from[edge];
  const to = net.to[edge];
  const inBefore = marks && (marks.before[from] && (marks.before[to] || to === marks.item));
  const inAfter = marks && (marks.after[to] && (marks.after[from] || from === marks.item));
  if (net.redundant[edge]) {
    const touches = marks && (from === marks.item || to === marks.item);
    return settings.redundant || touches ? 'redundant' : '';
  }
  if (inBefore) return 'before';
  if (inAfter) return 'after';
  if (isAfterFailure(model, from, to)) return 'failure';
  if (settings.critical && net.nextInChain.get(from) === to) return 'critical';
  return 'normal';
}

// Order that was gained or lost, between activities that both sides have.
function* changedOrder(model) {
  if (!settings.difference || !model.change || model.change.presence !== 'both') return;
  for (const [kind, list] of [['gained', model.change.order.gained], ['lost', model.change.order.lost]])
    for (const each of list) yield [kind, model.indexOf.get(each.from), model.indexOf.get(each.to)];
  for (const [from, to] of model.ghostEdges) yield ['lost', from, to];
}

// Along the longest chain, as far as it is shown.
function nextInChain(model, net) {
  const shown = model.chain.filter((item) => !net.hidden[item]);
  return new Map(shown.slice(1).map((item, i) => [shown[i], item]));
}

// The texts of all paths, and how many edges were left out. Marks are what the selection reaches.
function edgePaths(model, net, placed, marks) {
  const lines = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const heads = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  const drawn = new Set();
  net.nextInChain ||= nextInChain(model, net);
  const draw = (kind, from, to, through) => {
    const a = placed.boxOf[from];
    const b = placed.boxOf[to];
    if (a === NONE || b === NONE || a === b) return;
    const key = a * placed.boxes.length + b;
    if (drawn.has(key)) return;
    drawn.add(key);
    const [one, other] = [placed.boxes[a], placed.boxes[b]];
    const ahead = other.x > one.x;
    const points = ahead ? forward(one, other) : backward(one, other);
    lines[kind].push(wayOf(points));
    if (through) heads[kind].push(dotOn(points));
    heads[kind].push(arrowHead(ahead ? other.x : other.x + BOX.width, other.y + BOX.height / 2, ahead ? 1 : -1));
  };
  const kinds = new Map(KINDS.map((kind) => [kind, []]));
  for (let edge = 0; edge < net.from.length; ++edge) {
    const kind = kindOfEdge(model, net, edge, marks);
    if (kind) kinds.get(kind).push(edge);
  }
  for (const [kind, from, to] of changedOrder(model)) if (from !== undefined && to !== undefined) draw(kind, from, to);
  let left = 0;
  for (const kind of ['before', 'after', 'critical', 'failure', 'redundant', 'normal']) {
    const plain = kind === 'normal' || kind === 'redundant';
    for (const edge of kinds.get(kind)) {
      const touches = marks && (net.from[edge] === marks.item || net.to[edge] === marks.item);
      if (drawn.size >= (touches ? 2 : 1) * MOST_EDGES) { ++left; continue; }
      if (plain && net.from.length > 4 * MOST_EDGES && !touches) { ++left; continue; }
      draw(kind, net.from[edge], net.to[edge], net.through && net.through[edge]);
    }
  }
  return { lines: KINDS.map((kind) => [kind, lines[kind].join(''), heads[kind].join('')]), left };
}
