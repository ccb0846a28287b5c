// The frame of the graph: which part of it is in view, and how large.

// `left` is where the names of lanes end.
const sizeOf = () => {
  const width = graph.svg.clientWidth || 800;
  return { width, height: graph.svg.clientHeight || 500, left: width < 600 ? 84 : 116 };
};

// The scales at which the width, and the height, of all is in view.
function scales() {
  const { width, height, left } = sizeOf();
  return [(width - left - 2 * MARGIN) / graph.placed.width, (height - RULER - 2 * MARGIN) / graph.placed.height];
}

// In the middle of the frame, or from its upper left corner on.
function moveTo(scale) {
  const { width, height, left } = sizeOf();
  graph.k = Math.max(ZOOM.least, Math.min(scale, ZOOM.fit));
  graph.x = left + Math.max(MARGIN, (width - left - graph.placed.width * graph.k) / 2);
  graph.y = RULER + Math.max(MARGIN, (height - RULER - graph.placed.height * graph.k) / 2);
  graph.touched = false;
}

const fit = () => moveTo(Math.min(...scales()));

// All of it, unless nobody could read that: then its beginning, as large as it fits one way.
function begin() {
  const [across, down] = scales();
  moveTo(Math.max(Math.min(across, down), Math.min(ZOOM.readable, Math.max(across, down))));
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
  const { width, height, left: frame } = sizeOf();
  if (graph.k < ZOOM.detail) zoomTo(box, 0.8);
  const left = box.x * graph.k + graph.x;
  const top = box.y * graph.k + graph.y;
  if (left < frame + 20) graph.x += frame + 40 - left;
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
