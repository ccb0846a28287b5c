// Mouse, touch and keyboard in the graph.

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
  if (item === NONE) return graph.placed.boxes.length > 0 ? graph.placed.boxes[graph.placed.columns[0][0]].items[0] : NONE;
  const lists = { ArrowLeft: [graph.net.incoming, graph.net.from], ArrowRight: [graph.net.outgoing, graph.net.to] }[key];
  if (lists) {
    const ends = [...lists[0].of(item)].filter((edge) => !graph.net.redundant[edge]).map((edge) => lists[1][edge]);
    const y = (i) => Math.abs(graph.placed.boxes[graph.placed.boxOf[i]].y - graph.placed.boxes[graph.placed.boxOf[item]].y);
    return ends.sort((a, b) => y(a) - y(b) || a - b)[0] ?? NONE;
  }
  const column = graph.placed.columns[graph.placed.columnOf.get(model.items[item].wave)];
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
