// The graph: pans and zooms over the lanes, and draws only what can be seen.

const ZOOM = { least: 0.05, most: 2, detail: 0.45, few: 0.28, step: 1.25 };
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
  graph.labels = el('div', { class: 'lanes' });
  graph.note = el('p', { class: 'note', role: 'note' });
  graph.element = el('div', { class: 'graph' }, graphTools(), el('div', { class: 'canvas' }, graph.svg, graph.labels), graph.note, legend());
  listenToPointers(graph.svg);
  graph.svg.addEventListener('keydown', keyInGraph);
  new ResizeObserver(() => { if (graph.element.isConnected && graph.placed) { if (!graph.touched) fit(); draw(); } }).observe(graph.svg);
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
    ['line before', 'before the selected'], ['line after', 'after it']];
  if (data.difference) entries.push(['box added', 'added'], ['box changed', 'changed'], ['box removed', 'removed'], ['line gained', 'order gained'], ['line lost', 'order lost']);
  return el('ul', { class: 'legend', 'aria-label': 'Legend' }, entries.map(([kind, words]) => el('li', {}, el('span', { class: `sign ${kind}`, 'aria-hidden': 'true' }), words)));
}

function showGraph(view) {
  if (!graph.element) buildStage();
  view.append(graph.element);
  const model = current();
  if (graph.model !== model) {
    graph.model = model;
    graph.touched = false;
    place();
    fit();
  }
  selectInGraph();
}

// Where everything is, after lanes were opened or closed.
function place() {
  graph.placed = layout(graph.model, closedLanes(graph.model));
  for (const element of graph.drawn.values()) element.remove();
  graph.drawn.clear();
  refill(graph.bands, graph.placed.lanes.map((lane, i) => svg('rect', { class: i % 2 ? 'band odd' : 'band', x: -40, y: lane.top, width: graph.placed.width + 80, height: lane.height, rx: 10 })));
  const closed = closedLanes(graph.model).size;
  byId('close-lanes')?.firstChild.replaceWith(closed > 0 ? 'Open lanes' : 'Close lanes');
}

function drawEdges() {
  const { lines, left } = edgePaths(graph.model, graph.placed, graph.marks);
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
  fit();
  drawEdges();
  draw(true);
}

const sizeOf = () => ({ width: graph.svg.clientWidth || 800, height: graph.svg.clientHeight || 500 });

function fit() {
  const { width, height } = sizeOf();
  const margin = 44;
  const scale = Math.min((width - 2 * margin) / graph.placed.width, (height - margin - 30) / graph.placed.height, 1);
  graph.k = Math.max(ZOOM.least, scale);
  const spare = width - graph.placed.width * graph.k;
  graph.x = spare > 2 * margin ? spare / 2 : margin;
  graph.y = Math.max(margin - 10, Math.min((height - graph.placed.height * graph.k) / 2, 90));
  graph.touched = false;
}

function zoomBy(factor, at) {
  const { width, height } = sizeOf();
  const centre = at || { x: width / 2, y: height / 2 };
  const k = Math.min(ZOOM.most, Math.max(ZOOM.least, graph.k * factor));
  graph.x = centre.x - ((centre.x - graph.x) * k) / graph.k;
  graph.y = centre.y - ((centre.y - graph.y) * k) / graph.k;
  graph.k = k;
  graph.touched = true;
  draw();
}

function panBy(dx, dy) {
  graph.x += dx;
  graph.y += dy;
  graph.touched = true;
  draw();
}

// Moves as little as needed to have the activity in view.
function reveal(item) {
  const box = graph.placed.boxes[graph.placed.boxOf[item]];
  if (!box) return;
  const { width, height } = sizeOf();
  if (graph.k < ZOOM.detail) zoomTo(box, 0.8);
  const left = box.x * graph.k + graph.x;
  const top = box.y * graph.k + graph.y;
  if (left < 20) graph.x += 60 - left;
  else if (left + BOX.width * graph.k > width - 20) graph.x += width - 60 - left - BOX.width * graph.k;
  if (top < 50) graph.y += 80 - top;
  else if (top + BOX.height * graph.k > height - 20) graph.y += height - 60 - top - BOX.height * graph.k;
}

function zoomTo(box, k) {
  const { width, height } = sizeOf();
  graph.k = k;
  graph.x = width / 2 - (box.x + BOX.width / 2) * k;
  graph.y = height / 2 - (box.y + BOX.height / 2) * k;
  graph.touched = true;
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
  const first = Math.max(0, Math.floor(-graph.x / graph.k / COLUMN));
  const last = Math.min(graph.placed.columns.length - 1, Math.floor((width - graph.x) / graph.k / COLUMN));
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
  const label = group ? `${title} of ${words}` : `${item.id}: ${item.calls}, wave ${item.wave + 1}`;
  return svg('g', { transform: `translate(${box.x} ${box.y})`, role: 'img', 'aria-label': visible(label), 'data-box': index, 'data-activity': group ? null : visible(item.id) },
    svg('title', {}, label), group ? svg('rect', { class: 'behind', x: 4, y: 4, width: BOX.width, height: BOX.height, rx: 8 }) : null,
    svg('rect', { class: 'card', width: BOX.width, height: BOX.height, rx: 8 }), svg('rect', { class: 'stripe', x: 0, y: 8, width: 4, height: BOX.height - 16, rx: 2 }),
    svg('text', { class: 'title', x: 14, y: 20 }, title), svg('text', { class: 'sub', x: 14, y: 36 }, cut(words, 27)));
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

function drawLabels() {
  const { width, height } = sizeOf();
  const seen = graph.placed.lanes.filter((lane) => {
    const top = lane.top * graph.k + graph.y;
    return top < height && top + lane.height * graph.k > 30;
  });
  const readable = graph.k * (BOX.head + ROW) > 24 ? seen : [];
  refill(graph.labels, readable.slice(0, 80).map((lane) => {
    const bottom = (lane.top + lane.height) * graph.k + graph.y - 26;
    const top = Math.min(Math.max(lane.top * graph.k + graph.y + 2, 28), Math.max(bottom, lane.top * graph.k + graph.y));
    const label = button([el('span', { class: 'arrow', 'aria-hidden': 'true' }, lane.closed ? '▸' : '▾'), name(shortened(lane.name || 'no machine', 40)), el('span', { class: 'count' }, String(lane.items.length))],
      () => openLane(lane.name), { 'aria-expanded': !lane.closed, title: lane.name || 'stands on no machine, or is alone on one', 'aria-label': visible(`Lane ${lane.name || 'no machine'}, ${plural(lane.items.length, 'activity')}`) });
    label.style.top = `${Math.round(top)}px`;
    label.style.left = `${Math.round(Math.max(6, graph.x - 36 * graph.k))}px`;
    return label;
  }));
  const every = Math.max(1, Math.ceil(56 / (COLUMN * graph.k)));
  const numbers = [];
  for (let wave = 0; wave < graph.placed.columns.length; wave += every) {
    const x = (wave * COLUMN + BOX.width / 2) * graph.k + graph.x;
    if (x > 0 && x < width) numbers.push(svg('text', { x, y: 18 }, `${every === 1 && graph.k > ZOOM.detail ? 'wave ' : ''}${wave + 1}`));
  }
  refill(graph.waves, svg('rect', { class: 'ruler', width, height: 26 }), numbers);
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

// --- mouse, touch and keyboard ---

function listenToPointers(stage) {
  const pointers = new Map();
  let moved = 0;
  const centreOf = () => {
    const list = [...pointers.values()];
    return { x: list.reduce((sum, p) => sum + p.x, 0) / list.length, y: list.reduce((sum, p) => sum + p.y, 0) / list.length,
      spread: list.length < 2 ? 0 : Math.hypot(list[0].x - list[1].x, list[0].y - list[1].y) };
  };
  const at = (event) => { const r = stage.getBoundingClientRect(); return { x: event.clientX - r.left, y: event.clientY - r.top }; };
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, at(event));
  });
  stage.addEventListener('pointermove', (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = centreOf();
    pointers.set(event.pointerId, at(event));
    const now = centreOf();
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved > 4 && !stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
    panBy(now.x - before.x, now.y - before.y);
    if (before.spread > 0 && now.spread > 0) zoomBy(now.spread / before.spread, now);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || event.type !== 'pointerup' || moved > 4) return;
    const place = at(event);
    pick(boxAt(graph.placed, (place.x - graph.x) / graph.k, (place.y - graph.y) / graph.k));
  };
  stage.addEventListener('pointerup', release);
  stage.addEventListener('pointercancel', release);
  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (event.shiftKey) panBy(-event.deltaY - event.deltaX, 0);
    else zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), at(event));
  }, { passive: false });
}

function pick(index) {
  if (index === NONE) return select(NONE);
  const box = graph.placed.boxes[index];
  if (box.items.length > 1) return openLane(box.lane.name);
  return select(box.items[0]);
}

// The next activity in a direction: along edges, or up and down in its wave.
function neighbour(model, item, key) {
  if (item === NONE) return model.count > 0 ? 0 : NONE;
  const lists = { ArrowLeft: [model.incoming, model.from], ArrowRight: [model.outgoing, model.to] }[key];
  if (lists) {
    const ends = [...lists[0].of(item)].filter((edge) => !model.redundant[edge]).map((edge) => lists[1][edge]);
    const y = (i) => Math.abs(graph.placed.boxes[graph.placed.boxOf[i]].y - graph.placed.boxes[graph.placed.boxOf[item]].y);
    return ends.sort((a, b) => y(a) - y(b) || a - b)[0] ?? NONE;
  }
  const column = graph.placed.columns[model.items[item].wave];
  const next = column[column.indexOf(graph.placed.boxOf[item]) + (key === 'ArrowDown' ? 1 : -1)];
  return next === undefined ? NONE : graph.placed.boxes[next].items[0];
}

function keyInGraph(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pans = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }[event.key];
  if (pans && event.shiftKey) panBy(...pans);
  else if (pans) {
    const next = neighbour(graph.model, state.activity, event.key);
    if (next !== NONE) select(next);
  } else if (event.key === 'Enter' && state.activity !== NONE) byId('details').focus();
  else if (event.key === '+' || event.key === '=') zoomBy(ZOOM.step);
  else if (event.key === '-') zoomBy(1 / ZOOM.step);
  else if (event.key === '0') { fit(); draw(); }
  else return;
  event.preventDefault();
}
