// Keys that work everywhere, and the page of help that lists them all.

const KEYS = [
  ['/', 'search; Enter goes to the next one found, Shift Enter to the one before, Escape clears'],
  ['1 … 9', 'the views, in their order'],
  ['[  ]', 'the plan before, the next plan'],
  ['p  n', 'the activity before, the next one, in the order of the plan'],
  ['← →', 'in the graph: what it waits for, what waits for it'],
  ['↑ ↓', 'in the graph: the others of its wave'],
  ['Shift ← ↑ → ↓', 'in the graph: move the picture'],
  ['+  −  0', 'in the graph: zoom in, zoom out, show all'],
  ['c', 'mark the longest chain'],
  ['r', 'draw redundant edges'],
  ['d', 'mark the differences'],
  ['g', 'close or open all lanes'],
  ['h', 'hide or show activities with nothing to call'],
  ['Enter', 'in the graph: read the details of the selected activity'],
  ['Esc', 'close the details'],
  ['t', 'light, dark, or as the system says'],
  ['?', 'this help'],
];

function showHelp() {
  const dialog = byId('keys');
  refill(dialog, el('header', {}, el('h2', { id: 'keys-title' }, 'Keyboard'), button('×', () => dialog.close(), { class: 'close', 'aria-label': 'Close the help' })),
    el('dl', {}, KEYS.map(([keys, words]) => el('div', {}, el('dt', {}, keys.split('  ').map((key) => el('kbd', {}, key))), el('dd', {}, words)))),
    el('p', { class: 'muted' }, 'With the mouse: drag to move, turn the wheel to zoom, click to select. With fingers: drag and pinch. The address of the page always leads back to the plan, the view and the activity that are shown.'));
  dialog.showModal();
}

const pressed = (setting) => () => document.querySelector(`[data-setting=${setting}]`)?.click();
const ACTIONS = {
  '/': () => { byId('search').focus(); byId('search').select(); },
  '?': showHelp,
  '[': () => go({ plan: (state.plan + data.plans.length - 1) % data.plans.length }),
  ']': () => go({ plan: (state.plan + 1) % data.plans.length }),
  n: () => nextFound(1),
  p: () => nextFound(-1),
  c: pressed('critical'),
  r: pressed('redundant'),
  d: pressed('difference'),
  h: () => byId('quiet')?.click(),
  g: () => { if (state.view === 'graph') closeAll(); },
  t: () => nextTheme(),
  Escape: () => { if (state.activity !== NONE) select(NONE); },
};

function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byId('keys').open) return;
    if (event.target.closest('input, select, textarea')) return;
    const views = VIEWS.filter((view) => view.isThere());
    const number = Number(event.key) - 1;
    if (views[number]) go({ view: views[number].name });
    else if (Object.hasOwn(ACTIONS, event.key)) ACTIONS[event.key]();
    else return;
    event.preventDefault();
  });
  byId('help').addEventListener('click', showHelp);
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();  // the address is taken by what is shown
    byId('view').focus();
  });
}
