// Swimlanes: columns are waves, lanes are machines; in a cell activities are stacked so that their edges cross little.

const BOX = { width: 172, height: 46, across: 50, down: 12, head: 40, foot: 14, between: 10 };
const COLUMN = BOX.width + BOX.across;
const ROW = BOX.height + BOX.down;
const CROWDED = 400;  // from so many activities on lanes are closed at first
const SWEEPS = 4;

// Lanes in the order of the plan; what stands on no machine comes last.
function lanesOf(model) {
  const lanes = new Map();
  model.items.forEach((item, i) => {
    if (!lanes.has(item.lane)) lanes.set(item.lane, { name: item.lane, items: [] });
    lanes.get(item.lane).items.push(i);
  });
  const list = [...lanes.values()].filter((lane) => lane.name !== '');
  if (lanes.has('')) list.push(lanes.get(''));
  for (const lane of list) {
    lane.cells = new Map();
    for (const i of lane.items) {
      const wave = model.items[i].wave;
      if (!lane.cells.has(wave)) lane.cells.set(wave, []);
      lane.cells.get(wave).push(i);
    }
    lane.rows = [...lane.cells.values()].reduce((most, cell) => Math.max(most, cell.length), 0);
  }
  return list;
}

// The mean height of what an activity is tied to on one side; where it is, if there is nothing.
function pull(model, height, item, lists, ends) {
  let sum = 0;
  let count = 0;
  for (const edge of lists.of(item)) {
    if (model.redundant[edge]) continue;
    sum += height[ends[edge]];
    ++count;
  }
  return count === 0 ? height[item] : sum / count;
}

function orderCells(model, lanes) {
  const height = new Float64Array(model.items.length);
  const cells = [];
  let top = 0;
  for (const lane of lanes) {
    for (const [wave, items] of lane.cells) {
      cells.push({ wave, items, top });
      items.forEach((item, row) => { height[item] = top + row; });
    }
    top += lane.rows + 1;
  }
  cells.sort((a, b) => a.wave - b.wave || a.top - b.top);
  const settle = (cell, lists, ends) => {
    if (cell.items.length < 2) return;
    const wish = new Map(cell.items.map((item) => [item, pull(model, height, item, lists, ends)]));
    cell.items.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
    cell.items.forEach((item, row) => { height[item] = cell.top + row; });
  };
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    if (sweep % 2 === 0) for (const cell of cells) settle(cell, model.incoming, model.from);
    else for (const cell of cells.slice().reverse()) settle(cell, model.outgoing, model.to);
  }
}

// Boxes with their places; `boxOf` says which one stands for an activity. A closed lane has one box per wave.
function layout(model, closed) {
  const boxes = [];
  const boxOf = new Int32Array(model.items.length).fill(NONE);
  const columns = [];
  let y = 0;
  model.lanes ||= (() => { const lanes = lanesOf(model); orderCells(model, lanes); return lanes; })();
  const lanes = model.lanes.map((lane) => {
    const isClosed = closed.has(lane.name);
    const top = y;
    for (const [wave, items] of lane.cells) {
      const groups = isClosed && items.length > 1 ? [items] : items.map((item) => [item]);
      groups.forEach((group, row) => {
        const box = { items: group, lane, x: wave * COLUMN, y: top + BOX.head + row * ROW };
        for (const item of group) boxOf[item] = boxes.length;
        (columns[wave] ||= []).push(boxes.length);
        boxes.push(box);
      });
    }
    const rows = isClosed ? 1 : lane.rows;
    y = top + BOX.head + rows * ROW - BOX.down + BOX.foot + BOX.between;
    return { ...lane, closed: isClosed, top, height: y - top - BOX.between };
  });
  for (const column of columns) if (column) column.sort((a, b) => boxes[a].y - boxes[b].y);
  return { boxes, boxOf, columns, lanes, width: Math.max(1, columns.length) * COLUMN - BOX.across, height: Math.max(1, y - BOX.between) };
}

// The boxes of a column between two heights: they are sorted, so the first is found by halving.
function boxesBetween(placed, column, top, bottom) {
  const list = placed.columns[column] || [];
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed.boxes[list[middle]].y + BOX.height < top) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < list.length && placed.boxes[list[end]].y <= bottom) ++end;
  return list.slice(low, end);
}

function boxAt(placed, x, y) {
  const column = Math.floor(x / COLUMN);
  if (x - column * COLUMN > BOX.width) return NONE;
  const [found] = boxesBetween(placed, column, y, y);
  return found === undefined ? NONE : found;
}
