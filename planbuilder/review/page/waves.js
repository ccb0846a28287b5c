// Wave by wave: what can run at once, when all waves before are done.

const MOST_OF_WAVE = 120;
const MOST_WAVES = 150;

function waveEntry(model, item) {
  const it = model.items[item];
  return el('li', { 'data-activity': visible(it.id), class: `${item === state.activity ? 'selected ' : ''}${it.change}` },
    activityLink(model, item), model.critical[item] ? el('span', { class: 'chip critical', title: 'on the longest chain' }, 'longest chain') : null, el('p', {}, it.calls), it.marks ? el('p', { class: 'chips' }, markChips(it)) : null);
}

function waveBlock(model, wave) {
  const items = model.waves[wave].filter(isListed);
  if (items.length === 0) return el('section', { hidden: true });
  const list = el('ul');
  const { more } = inPortions(list, items.length, MOST_OF_WAVE, (at) => waveEntry(model, items[at]), 'activity');
  return el('section', { class: 'wave' }, el('h3', {}, `Wave ${wave + 1}`, el('span', { class: 'count' }, items.length === 1 ? 'alone' : `${items.length.toLocaleString('en')} at once`)), list, more.hidden ? null : more);
}

function showWaves(view) {
  const model = current();
  const list = el('div', { class: 'wavelist' });
  const { more } = inPortions(list, model.waves.length, MOST_WAVES, (wave) => waveBlock(model, wave), 'wave');
  view.append(el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Waves' },
    filter.active && filter.count === 0 ? nothingFound() : list, more.hidden ? null : more));
}
