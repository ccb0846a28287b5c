// Puts the page together: plans, views, the theme, and what follows when something else is shown.

const VIEWS = [
  { name: 'graph', label: 'Graph', show: showGraph, isThere: () => true },
  { name: 'waves', label: 'Waves', show: showWaves, isThere: () => true },
  { name: 'table', label: 'Table', show: showTable, isThere: () => true },
  { name: 'interface', label: 'Inputs and outputs', show: showInterface, isThere: () => true, count: (model) => member(model.plan, 'inputs').length + member(model.plan, 'outputs').length - 2 },
  { name: 'files', label: 'Files', show: showFiles, isThere: () => true, count: (model) => filesOf(model).length },
  { name: 'problems', label: 'Problems', show: showProblems, isThere: () => true, count: (model) => findingsOf(model).own.length + findingsOf(model).rest.length },
  { name: 'reactions', label: 'Reactions', show: showReactions, isThere: () => data.reactions !== null, count: () => data.reactions.triggers.length },
  { name: 'difference', label: 'Differences', show: showDifference, isThere: () => data.difference !== null, count: differenceCount },
  { name: 'approval', label: 'Approval', show: showApproval, isThere: () => true },
];

function showPlans() {
  const model = current();
  const list = byId('plans');
  if (data.plans.length > 8) {
    const control = el('select', { 'aria-label': 'Plan', on: { change: () => go({ plan: control.selectedIndex }) } },
      data.plans.map((page, i) => el('option', { selected: i === state.plan || null }, shortened(textMember(page.plan, 'name'), 60))));
    refill(list, control);
  } else {
    refill(list, data.plans.map((page, i) => button(name(shortened(textMember(page.plan, 'name'), 34)), () => go({ plan: i }), { 'aria-current': i === state.plan ? 'page' : null, title: textMember(page.plan, 'name') })));
  }
  const service = textMember(member(model.plan, 'service'), 'name');
  refill(byId('service'), name(service));
  document.title = visible(`${service}: ${model.name} plan`);
}

function showViews() {
  const model = current();
  refill(byId('views'), VIEWS.filter((view) => view.isThere()).map((view) => {
    const count = view.count ? view.count(model) : 0;
    const shown = view.name === state.view;
    return button([view.label, count > 0 ? el('span', { class: 'count' }, count.toLocaleString('en')) : null], () => go({ view: view.name }),
      { role: 'tab', id: `tab-${view.name}`, 'aria-selected': shown, 'aria-controls': 'view', tabindex: shown ? 0 : -1 });
  }));
  byId('view').setAttribute('aria-labelledby', `tab-${state.view}`);
}

function showView() {
  const view = empty(byId('view'));
  view.className = `view view-${state.view}`;  // `files` and others are classes of their own
  VIEWS.find((each) => each.name === state.view).show(view);
}

// The tabs take the arrow keys, as tabs do.
function listenToTabs() {
  byId('views').addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const views = VIEWS.filter((view) => view.isThere());
    const at = views.findIndex((view) => view.name === state.view);
    go({ view: views[(at + step + views.length) % views.length].name });
    byId(`tab-${state.view}`).focus();
    event.preventDefault();
  });
}

const THEMES = [['auto', 'Auto'], ['light', 'Light'], ['dark', 'Dark']];

// Kept where the browser allows it; pages that were opened as files may not.
function storedTheme(theme) {
  try {
    if (theme) localStorage.setItem('planbuilder-theme', theme);
    return localStorage.getItem('planbuilder-theme') || 'auto';
  } catch {
    return theme || 'auto';
  }
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.scheme = theme === 'dark' || (theme === 'auto' && systemIsDark.matches) ? 'dark' : 'light';
  const [, label] = THEMES.find(([each]) => each === theme) || THEMES[0];
  refill(byId('theme'), label);
  give(byId('theme'), { 'aria-label': `Colours: ${label}`, title: 'Light, dark, or as the system says (t)' });
}

function nextTheme() {
  const at = THEMES.findIndex(([each]) => each === document.documentElement.dataset.theme);
  const [theme] = THEMES[(at + 1) % THEMES.length];
  storedTheme(theme);
  showTheme(theme);
}

on('shown', (before) => {
  const otherPlan = before.plan !== state.plan;
  const model = current();
  const appears = hidesQuiet(model) && (isQuiet(model, before.activity) || isQuiet(model, state.activity));
  if (appears) filter.hidden = hiddenItems(model);
  if (otherPlan) {
    buildFilters();
    showPlans();
    showSummary();
    showAbout();
  }
  if (otherPlan || before.view !== state.view) {
    showViews();
    showView();
  } else if (state.view === 'graph') {
    selectInGraph();
  } else if (appears) {
    showView();  // one that is hidden otherwise
  } else {
    selectInTable(before);
  }
  showDetails();
  if (state.activity !== NONE && before.activity !== state.activity) {
    const item = model.items[state.activity];
    announce(`${item.id}, wave ${item.wave + 1}, ${item.calls}`);
  }
});

on('filtered', () => {
  if (state.view === 'graph') filterInGraph();
  else if (state.view === 'table' || state.view === 'waves') showView();
});

Object.assign(state, readAddress());
showTheme(storedTheme());
byId('theme').addEventListener('click', nextTheme);
systemIsDark.addEventListener('change', () => showTheme(document.documentElement.dataset.theme));
listenToSearch();
listenToKeys();
listenToTabs();
listenToPrinting();
buildFilters();
showPlans();
showSummary();
showAbout();
showViews();
showView();
showDetails();
document.documentElement.dataset.ready = 'true';
