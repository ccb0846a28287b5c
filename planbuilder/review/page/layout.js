// Swimlanes: columns are waves, lanes are machines; in a cell activities are stacked so that their edges cross little.

const BOX = { width: 172, height: 46, head: 14, foot: 14, between: 10 };
const SPACE = { across: 36, down: 12 };  // between boxes
const MOST_SPACE = { across: 170, down: 120 };
const CROWDED = 400;  // from so many activities on lanes are closed at first
const SWEEPS = 4;

// Lanes in the order of the plan; what stands on no machine comes last.
function lanesOf(model, hidden) {
  const lanes = new Map();
  model.items.forEach((item, i) => {
    if (hidden[i]) return;
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
function pull(net, height, item, lists, ends) {
  let sum = 0;
  let count = 0;
  for (const edge of lists.of(item)) {
    if (net.redundant[edge]) continue;
    sum += height[ends[edge]];
    ++count;
  }
  return count === 0 ? height[item] : sum / count;
}

function orderCells(net, lanes) {
  const height = new Float64Array(net.hidden.length);
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
    const wish = new Map(cell.items.map((item) => [item, pull(net, height, item, lists, ends)]));
    cell.items.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
    cell.items.forEach((item, row) => { height[item] = cell.top + row; });
  };
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    if (sweep % 2 === 0) for (const cell of cells) settle(cell, net.incoming, net.from);
    else for (const cell of cells.slice().reverse()) settle(cell, net.outgoing, net.to);
  }
}

// Lanes with their activities; made anew only when others are hidden.
function lanesFor(model, net) {
  const lanes = lanesOf(model, net.hidden);
  orderCells(net, lanes);
  return { lanes, waves: [...new Set(lanes.flatMap((lane) => [...lane.cells.keys()]))].sort((a, b) => a - b) };
}

const rowsOf = (lane, closed) => (closed.has(lane.name) ? 1 : lane.rows);

// More space between boxes where the picture would leave some of its frame empty.
function spaceFor({ lanes, waves }, closed, frame) {
  const rows = lanes.reduce((sum, lane) => sum + rowsOf(lane, closed), 0);
  const width = waves.length * (BOX.width + SPACE.across) - SPACE.across;
  const height = rows * (BOX.height + SPACE.down) + lanes.length * (BOX.head + BOX.foot + BOX.between - SPACE.down);
  const scale = Math.min(frame.width / width, frame.height / height, ZOOM.fit);
  const wider = waves.length < 2 ? 0 : (frame.width / scale - width) / (waves.length - 1);
  const higher = (frame.height / scale - height) / rows;
  return { across: Math.min(MOST_SPACE.across, SPACE.across + Math.max(0, wider)), down: Math.min(MOST_SPACE.down, SPACE.down + Math.max(0, higher)) };
}

// Boxes with their places; `boxOf` says which one stands for an activity. A closed lane has one box per wave. Waves of which
// nothing is shown have no column.
function layout(model, { lanes: all, waves }, closed, space) {
  const boxes = [];
  const boxOf = new Int32Array(model.items.length).fill(NONE);
  const columns = waves.map(() => []);
  const columnOf = new Map(waves.map((wave, column) => [wave, column]));
  const pitch = BOX.width + space.across;
  const row = BOX.height + space.down;
  let y = 0;
  const lanes = all.map((lane) => {
    const isClosed = closed.has(lane.name);
    const top = y;
    const first = top + BOX.head + space.down / 2 - SPACE.down / 2;
    for (const [wave, items] of lane.cells) {
      const groups = isClosed && items.length > 1 ? [items] : items.map((item) => [item]);
      const column = columnOf.get(wave);
      groups.forEach((group, at) => {
        for (const item of group) boxOf[item] = boxes.length;
        columns[column].push(boxes.length);
        boxes.push({ items: group, lane, x: column * pitch, y: first + at * row });
      });
    }
    y = top + BOX.head + rowsOf(lane, closed) * row - SPACE.down + BOX.foot + BOX.between;
    return { ...lane, closed: isClosed, top, height: y - top - BOX.between };
  });
  for (const column of columns) column.sort((a, b) => boxes[a].y - boxes[b].y);
  return { boxes, boxOf, columns, columnOf, waves, pitch, lanes, width: Math.max(1, columns.length) * pitch - space.across, height: Math.max(1, y - BOX.between) };
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
  const column = Math.floor(x / placed.pitch);
  if (x - column * placed.pitch > BOX.width) return NONE;
  const [found] = boxesBetween(placed, column, y, y);
  return found === undefined ? NONE : found;
}
