// Risks: what somebody who approves the plan should look at. planbuilder found them; here they are shown and counted.

const MARKS = data.marks;

// Bits of the marks of each activity, and of its steps: [step, list of risks].
function addRisks(model) {
  const { risks, lists, steps } = model.page.risks;
  for (const item of model.items) item.marks = 0;
  for (let i = 0; i < steps.length; i += 3) {
    const item = model.items[steps[i]];
    const list = lists[steps[i + 2]];
    (item.risky ||= []).push([steps[i + 1], list]);
    for (const risk of list) item.marks |= 1 << risks[risk].mark;
  }
}

const marksIn = (bits) => MARKS.filter((mark, i) => bits & (1 << i));

// Everything that was found about a step, grouped by its mark.
function risksOf(model, item, step) {
  const list = (model.items[item].risky || []).find(([number]) => number === step);
  const found = new Map();
  for (const number of list ? list[1] : []) {
    const risk = model.page.risks.risks[number];
    if (!found.has(risk.mark)) found.set(risk.mark, []);
    found.get(risk.mark).push(risk);
  }
  return [...found].sort(([a], [b]) => a - b);
}

const markChip = (mark, why) => el('span', { class: 'chip risk', title: why || mark.meaning }, mark.label);
const markChips = (item) => marksIn(item.marks).map((mark) => markChip(mark));

const riskLine = (risk) => el('li', {}, texts[risk.why],
  risk.line > 0 ? [' ', contentLink(texts[risk.file], risk.line), el('code', { class: 'shown', dir: 'ltr' }, texts[risk.text])] : null);

function riskList(model, item, step) {
  const found = risksOf(model, item, step);
  if (found.length === 0) return null;
  return el('ul', { class: 'risks', 'aria-label': 'Risks' }, found.map(([mark, risks]) =>
    el('li', {}, markChip(MARKS[mark]), el('ul', {}, risks.map(riskLine)))));
}

// How many activities of the plan have each mark; a click leaves only these.
function riskOverview(model) {
  const counts = MARKS.map(() => 0);
  for (let i = 0; i < model.count; ++i) MARKS.forEach((mark, bit) => { if (model.items[i].marks & (1 << bit)) ++counts[bit]; });
  if (counts.every((count) => count === 0)) return null;
  return el('section', {}, el('h3', {}, 'Look at'), el('ul', { class: 'overview-of-risks' }, MARKS.map((mark, bit) => (counts[bit] === 0 ? null
    : el('li', {}, button([el('span', { class: 'chip risk' }, mark.label), el('span', { class: 'count' }, plural(counts[bit], 'activity'))], () => filterBy('risk', mark.label), { title: 'Show only these' }), el('p', { class: 'muted' }, mark.meaning))))),
  el('p', { class: 'muted' }, 'Risks are found by what scripts, operations and values are called. A step without a mark may be risky, too.'));
}
