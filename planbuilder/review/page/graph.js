// The graph: pans and zooms over the lanes, and draws only what can be seen.

const ZOOM = { least: 0.05, most: 2.5, fit: 1.5, readable: 0.5, detail: 0.45, few: 0.28, step: 1.25 };
const RULER = 26;  // above all, with the waves
const MARGIN = 20;
const LABEL = 20;  // the height of a lane's name
const SPREAD = 1500;  // boxes that may be spread over the frame
const FEW = 250;  // boxes that are drawn with their texts although these are small
const CLASSES = ['plain', 'relationship', 'critical', 'before', 'after', 'dim', 'added', 'changed', 'removed', 'selected'];

const graph = { k: 1, x: 0, y: 0, closed: new Map(), placed: null, marks: null, drawn: new Map(), waiting: false };

function closedLanes(model) {
  if (!graph.closed.has(model.name)) {
    const crowded = model.items.length > CROWDED;
    graph.closed.set(model.name, new Set(crowded ? model.items.map((item) => item.lane) : []));
  }
  return graph.closed.get(model.name);
}

function buildStage() {
  graph.world = svg('g', { class: 'world' });
  graph.bands = graph.world.appendChild(svg('g', { class: 'bands' }));
  graph.lines = graph.world.appendChild(svg('g', { class: 'edges' }));
  graph.overview = graph.world.appendChild(svg('g', { class: 'overview' }));
  graph.boxes = graph.world.appendChild(svg('g', { class: 'boxes' }));
  graph.waves = svg('g', { class: 'waves' });
  graph.svg = svg('svg', { class: 'stage', role: 'application', tabindex: 0, 'aria-roledescription': 'graph',
    'aria-label': 'The order of the activities. Arrow keys go along it, plus and minus zoom, 0 fits it, ? tells more.' }, graph.world, graph.waves);
  graph.labels = el('div', { class: 'lanes', role: 'group', 'aria-label': 'Lanes' });
  graph.note = el('p', { class: 'note', role: 'note' });
  graph.element = el('div', { class: 'graph' }, graphTools(), el('div', { class: 'canvas' }, graph.svg, graph.labels), graph.note, legend());
  listenToPointers(graph.svg);
  graph.svg.addEventListener('keydown', keyInGraph);
  new ResizeObserver(() => { if (graph.element.isConnected && graph.placed) { if (!graph.touched) resize(); draw(true); } }).observe(graph.svg);
}

function toggle(label, key, setting, title) {
  const control = button([label, el('kbd', { 'aria-hidden': 'true' }, key)], () => {
    settings[setting] = !settings[setting];
    control.setAttribute('aria-pressed', settings[setting]);
    drawEdges();
    draw(true);
  }, { 'aria-pressed': settings[setting], title, 'data-setting': setting });
  return control;
}

function graphTools() {
  return el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'The graph' },
    button('Fit', () => { fit(); draw(); }, { title: 'Show all of it (0)' }),
    button('−', () => zoomBy(1 / ZOOM.step), { 'aria-label': 'Zoom out', title: 'Zoom out (-)' }),
    button('+', () => zoomBy(ZOOM.step), { 'aria-label': 'Zoom in', title: 'Zoom in (+)' }),
    el('span', { class: 'gap' }),
    toggle('Longest chain', 'c', 'critical', 'Mark the activities that decide how long the plan takes at least'),
    toggle('Redundant edges', 'r', 'redundant', 'Draw the edges that follow from others, too'),
    data.difference ? toggle('Differences', 'd', 'difference', 'Mark what differs from the old plan') : null,
    button(['Close lanes', el('kbd', { 'aria-hidden': 'true' }, 'g')], () => closeAll(), { id: 'close-lanes', title: 'One box per machine and wave, or all activities' }));
}

function legend() {
  const entries = [['box node', 'node'], ['box relationship', 'relationship'], ['line critical', 'longest chain'], ['line redundant', 'redundant'],
    ['line before', 'before the selected'], ['line after', 'after it'], ['line through', 'passes what is hidden']];
  if (data.difference) entries.push(['box added', 'added'], ['box changed', 'changed'], ['box removed', 'removed'], ['line gained', 'order gained'], ['line lost', 'order lost']);
  return el('ul', { class: 'legend', 'aria-label': 'Legend' }, entries.map(([kind, words]) => el('li', {}, el('span', { class: `sign ${kind}`, 'aria-hidden': 'true' }), words)));
}

function showGraph(view) {
  if (!graph.element) buildStage();
  view.append(graph.element);
  const model = current();
  if (graph.model !== model) {
    graph.model = model;
    graph.net = null;
    hideInGraph();
    place();
    begin();
  }
  selectInGraph();
}

function resize() {
  if (spreads()) {
    place();
    drawEdges();
  }
  begin();
}

const spreads = () => graph.model.items.length <= SPREAD && graph.lanes.lanes.length > 0;

// What is hidden may have changed: true when it has.
function hideInGraph() {
  const hidden = hiddenItems(graph.model);
  const key = hidden.join('');
  if (graph.net && graph.key === key) return false;
  graph.key = key;
  graph.net = netOf(graph.model, hidden);
  graph.lanes = lanesFor(graph.model, graph.net);
  return true;
}

function hideAgain() {
  if (!hideInGraph()) return;
  place();
  if (!graph.touched) begin();
}

function filterInGraph() {
  hideAgain();
  drawEdges();
  draw(true);
}

// Where everything is, after lanes were opened or closed, or other activities hidden.
function place() {
  const closed = closedLanes(graph.model);
  const { width, height, left } = sizeOf();
  const space = spreads() ? spaceFor(graph.lanes, closed, { width: width - left - 2 * MARGIN, height: height - RULER - 2 * MARGIN }) : SPACE;
  graph.placed = layout(graph.model, graph.lanes, closed, space);
  for (const element of graph.drawn.values()) element.remove();
  graph.drawn.clear();
  refill(graph.bands, graph.placed.lanes.map((lane, i) => svg('rect', { class: i % 2 ? 'band odd' : 'band', x: -4000, y: lane.top, width: graph.placed.width + 8000, height: lane.height })));
  byId('close-lanes')?.firstChild.replaceWith(closed.size > 0 ? 'Open lanes' : 'Close lanes');
}

function drawEdges() {
  const { lines, left } = edgePaths(graph.model, graph.net, graph.placed, graph.marks);
  refill(graph.lines, lines.filter(([, path]) => path).map(([kind, path, heads]) =>
    svg('g', { class: `edge ${kind}` }, svg('path', { class: 'way', d: path }), svg('path', { class: 'head', d: heads }))));
  const closed = closedLanes(graph.model).size;
  const words = [];
  if (graph.model.items.length > CROWDED && closed > 0) words.push(`${plural(graph.model.count, 'activity')}: ${plural(closed, 'lane')} drawn as one box per wave. Click a box, or a lane's name, to open its lane.`);
  if (left > 0) words.push(`${plural(left, 'edge')} not drawn: select an activity to see its own.`);
  refill(graph.note, words.join(' '));
  graph.note.hidden = words.length === 0;
  graph.svg.classList.toggle('with-selection', graph.marks !== null);
}

function selectInGraph() {
  const model = graph.model;
  const item = state.activity;
  graph.marks = item === NONE ? null : { item, before: allBefore(model, item), after: allAfter(model, item) };
  hideAgain();
  if (item !== NONE && closedLanes(model).has(model.items[item].lane)) openLane(model.items[item].lane);
  drawEdges();
  if (item !== NONE) reveal(item);
  draw(true);
}

function openLane(lane) {
  const closed = closedLanes(graph.model);
  if (!closed.delete(lane)) closed.add(lane);
  const anchor = graph.placed.lanes.find((each) => each.name === lane);
  const before = anchor.top;
  place();
  graph.y += (before - graph.placed.lanes.find((each) => each.name === lane).top) * graph.k;
  drawEdges();
  draw(true);
}

function closeAll() {
  const closed = closedLanes(graph.model);
  if (closed.size > 0) closed.clear();
  else for (const lane of graph.placed.lanes) closed.add(lane.name);
  place();
  begin();
  drawEdges();
  draw(true);
}

// What the look of a box depends on, as one class.
function classOf(box) {
  const model = graph.model;
  const is = (marks) => box.items.some((item) => marks[item]);
  const change = settings.difference ? box.items.map((item) => model.items[item].change).find(Boolean) || '' : '';
  const first = model.items[box.items[0]];
  const base = change || (first.kind === 'relationship' ? 'relationship' : 'plain');
  if (graph.marks && box.items.includes(graph.marks.item)) return `${base} selected`;
  if (graph.marks) return is(graph.marks.before) ? `${base} before` : is(graph.marks.after) ? `${base} after` : `${base} dim`;
  if (filter.active && !is(filter.matches)) return `${base} dim`;
  return settings.critical && is(model.critical) ? `${base} critical` : base;
}

function visibleBoxes() {
  const { width, height } = sizeOf();
  const top = -graph.y / graph.k;
  const bottom = (height - graph.y) / graph.k;
  const first = Math.max(0, Math.floor(-graph.x / graph.k / graph.placed.pitch));
  const last = Math.min(graph.placed.columns.length - 1, Math.floor((width - graph.x) / graph.k / graph.placed.pitch));
  const found = [];
  for (let column = first; column <= last; ++column) found.push(...boxesBetween(graph.placed, column, top, bottom));
  return found;
}

// From afar boxes are a few paths without texts.
function drawOverview(boxes) {
  const paths = new Map();
  for (const index of boxes) {
    const box = graph.placed.boxes[index];
    const look = classOf(box);
    if (!paths.has(look)) paths.set(look, []);
    paths.get(look).push(`M${box.x} ${box.y}h${BOX.width}v${BOX.height}h-${BOX.width}Z`);
  }
  refill(graph.overview, [...paths].map(([look, path]) => svg('path', { class: `box ${look}`, d: path.join('') })));
}

function boxElement(index) {
  const box = graph.placed.boxes[index];
  const item = graph.model.items[box.items[0]];
  const group = box.items.length > 1;
  const title = group ? plural(box.items.length, 'activity') : shortened(item.node, 17);
  const words = group ? `${box.lane.name || 'no machine'}, wave ${item.wave + 1}` : `${item.transition} · ${item.calls}`;
  const bits = box.items.reduce((all, each) => all | graph.model.items[each].marks, 0);
  const risks = marksIn(bits).map((mark) => mark.label).join(', ');
  const label = `${group ? `${title} of ${words}` : `${item.id}: ${item.calls}, wave ${item.wave + 1}`}${risks ? `; look at: ${risks}` : ''}`;
  return svg('g', { transform: `translate(${box.x} ${box.y})`, role: 'img', 'aria-label': visible(label), 'data-box': index, 'data-activity': group ? null : visible(item.id) },
    svg('title', {}, label), group ? svg('rect', { class: 'behind', x: 4, y: 4, width: BOX.width, height: BOX.height, rx: 8 }) : null,
    svg('rect', { class: 'card', width: BOX.width, height: BOX.height, rx: 8 }), svg('rect', { class: 'stripe', x: 0, y: 8, width: 4, height: BOX.height - 16, rx: 2 }),
    svg('text', { class: 'title', x: 14, y: 20 }, title), svg('text', { class: 'sub', x: 14, y: 36 }, cut(words, 27)), svg('text', { class: 'signs', x: BOX.width - 8, y: 17 }, marksIn(bits).map((mark) => mark.sign).join('')));
}

function drawDetail(boxes, again) {
  const wanted = new Set(boxes);
  for (const [index, element] of graph.drawn) {
    if (wanted.has(index)) continue;
    element.remove();
    graph.drawn.delete(index);
  }
  for (const index of boxes) {
    let element = graph.drawn.get(index);
    const isNew = !element;
    if (isNew) {
      element = graph.boxes.appendChild(boxElement(index));
      graph.drawn.set(index, element);
    }
    if (isNew || again) element.setAttribute('class', `box ${classOf(graph.placed.boxes[index])}`);
  }
}

function laneLabel(lane, y) {
  const words = lane.name || 'no machine';
  const label = button([el('span', { class: 'arrow', 'aria-hidden': 'true' }, lane.closed ? '▸' : '▾'), name(shortened(words, 40)), el('span', { class: 'count' }, String(lane.items.length))],
    () => openLane(lane.name), { 'aria-expanded': !lane.closed, title: lane.name || 'stands on no machine, or is alone on one', 'aria-label': visible(`Lane ${words}, ${plural(lane.items.length, 'activity')}`) });
  label.style.top = `${Math.round(y)}px`;
  return label;
}

// Every lane that is in view has its name beside it; where lanes are narrower than names, as many as there is room for.
function drawLanes(height, left) {
  const labels = [];
  let free = RULER;
  for (const lane of graph.placed.lanes) {
    const top = Math.max(lane.top * graph.k + graph.y, RULER);
    const bottom = Math.min((lane.top + lane.height) * graph.k + graph.y, height);
    const y = (top + bottom - LABEL) / 2;
    if (bottom <= top || y < free || y + LABEL > height) continue;
    labels.push(laneLabel(lane, y));
    free = y + LABEL;
  }
  refill(graph.labels, labels);
  graph.labels.style.width = `${left}px`;
}

function drawWaves(width, left) {
  const { waves, pitch } = graph.placed;
  const every = Math.max(1, Math.ceil(56 / (pitch * graph.k)));
  const numbers = [];
  for (let column = 0; column < waves.length; column += every) {
    const x = (column * pitch + BOX.width / 2) * graph.k + graph.x;
    if (x > left + 20 && x < width) numbers.push(svg('text', { x, y: 18 }, `${every === 1 && graph.k > ZOOM.detail ? 'wave ' : ''}${waves[column] + 1}`));
  }
  refill(graph.waves, svg('rect', { class: 'ruler', width, height: RULER }), numbers);
}

function drawLabels() {
  const { width, height, left } = sizeOf();
  drawLanes(height, left);
  drawWaves(width, left);
}

// Many calls within one frame are one; `again` when looks have changed and not only the place.
function draw(again) {
  graph.world.setAttribute('transform', `translate(${graph.x} ${graph.y}) scale(${graph.k})`);
  graph.again = graph.again || again;
  if (graph.waiting) return;
  graph.waiting = true;
  requestAnimationFrame(() => {
    graph.waiting = false;
    const boxes = visibleBoxes();
    const detailed = graph.k >= (boxes.length <= FEW ? ZOOM.few : ZOOM.detail);
    graph.svg.classList.toggle('far', !detailed);
    if (detailed) empty(graph.overview);
    else drawOverview(boxes);
    drawDetail(detailed ? boxes : [], graph.again);
    graph.again = false;
    drawLabels();
  });
}
