// On paper: a summary and a table with reasons, made when somebody prints.

const MOST_PRINTED = 3000;

function printedReasons(model, item) {
  const edges = [...model.incoming.of(item)].filter((edge) => !model.redundant[edge]);
  return edges.map((edge) => {
    const known = unpack(model.edges[edge]);
    return el('p', {}, el('strong', {}, name(known.from)), known.origins.map((origin) => [': ', origin.reason || origin.rule, origin.at ? ` (${placeName(origin.at)})` : '']));
  });
}

function printedPlan(model) {
  const shown = Math.min(model.count, MOST_PRINTED);
  const rows = [];
  for (let i = 0; i < shown; ++i) {
    const item = model.items[i];
    rows.push(el('tr', {}, el('td', {}, String(item.wave + 1)), el('th', { scope: 'row' }, name(item.id)), el('td', {}, item.calls, item.plugin ? el('p', {}, 'by ', name(item.plugin)) : null),
      el('td', {}, name(item.machine)), el('td', {}, printedReasons(model, i))));
  }
  const service = unpack(member(model.plan, 'service'));
  return [el('h1', {}, name(service.name), ': the ', name(model.name), ' plan'), el('p', {}, byId('summary').textContent),
    el('p', {}, `Source ${visible(service.source || data.input)}, digest ${visible(service.digest || 'unknown')}, planbuilder ${data.version}${data.options.length > 0 ? `, ${data.options.join(' ')}` : ''}`),
    el('p', {}, 'Longest chain: ', model.chain.slice(0, 40).map((item) => model.items[item].id).join(' > '), model.chain.length > 40 ? ' …' : ''),
    el('table', {}, el('thead', {}, el('tr', {}, ['Wave', 'Activity', 'Does', 'Machine', 'Waits for, and why'].map((title) => el('th', { scope: 'col' }, title)))), el('tbody', {}, rows)),
    shown < model.count ? el('p', {}, `and ${plural(model.count - shown, 'activity')} more, which are not printed`) : null];
}

const fillPrinted = () => { refill(byId('printed'), printedPlan(current())); };

function listenToPrinting() {
  window.addEventListener('beforeprint', fillPrinted);
  window.addEventListener('afterprint', () => empty(byId('printed')));
  matchMedia('print').addEventListener('change', (media) => { if (media.matches) fillPrinted(); });
  byId('print').addEventListener('click', () => window.print());
}
