// All about the selected activity: why it is there, what it does, what it waits for and why.

function activityLink(model, item, words) {
  const id = model.items[item].id;
  return el('a', { href: addressOf({ ...state, activity: item }), class: 'activity' }, name(words || id));
}

// Whoever shares a line of the source shows it once; further ones say where it is.
function originItem(origin, seen) {
  const key = origin.at ? placeName(origin.at) : '';
  const first = key !== '' && !seen.has(key);
  seen.add(key);
  return el('li', {}, el('span', { class: 'chip rule' }, origin.rule), ' ', origin.reason || '', placed(origin.at, first && seen.size <= 4));
}

function neighbourItem(model, edge, item, seen) {
  const known = unpack(model.edges[edge]);
  return el('li', {}, el('p', {}, activityLink(model, item), model.redundant[edge] ? el('span', { class: 'chip', title: 'it follows from other edges' }, 'redundant') : null,
    known.failure_of === undefined ? null : el('span', { class: 'chip warning', title: 'of the parts of a step of the workflow one failure is enough' }, 'when ', name(known.failure_of), ' failed')),
    el('ul', { class: 'origins' }, known.origins.map((origin) => originItem(origin, seen))));
}

const MOST_NEIGHBOURS = 50;

function neighbours(model, item, label, lists, ends, all, seen) {
  const edges = [...lists.of(item)].sort((a, b) => model.redundant[a] - model.redundant[b]);
  const list = el('ul', { class: 'neighbours' });
  const { more } = inPortions(list, edges.length, MOST_NEIGHBOURS, (i) => neighbourItem(model, edges[i], ends[edges[i]], seen), 'activity');
  const direct = plural(edges.length, 'activity');
  return el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, edges.length === countOf(all) ? direct : `${edges.length} directly, ${countOf(all)} in all`)),
    edges.length === 0 ? el('p', { class: 'muted' }, label === 'Waits for' ? 'It can start at once.' : 'Nothing waits for it.') : list, more.hidden ? null : more);
}

function conditionParts(model, activity) {
  const parts = [];
  if (activity.condition !== undefined)
    parts.push(el('p', {}, el('strong', {}, 'Only if '), el('code', {}, expressionText(activity.condition)), ' holds when it is its turn; else it is skipped, which counts as done.'));
  if (activity.loop) {
    const chosen = activity.made_with ? [', of those that were made together with the chosen instance of ', name(Object.values(activity.made_with)[0])] : null;
    parts.push(el('p', {}, el('strong', {}, 'Once per instance'), ' of ', name(Object.values(activity.entity)[0]), ', the newest first', chosen, '.'));
  }
  const failure = activity.on_failure;
  if (failure) {
    parts.push(el('section', {}, el('h3', {}, 'When it fails'), argumentTable(model, 'it sets', failure.set),
      failure.emits ? el('p', {}, 'it sends ', failure.emits.map((event) => [name(event), ' '])) : null));
  }
  if (activity.failure) parts.push(el('section', {}, el('h3', {}, 'What its failure does to the run'), el('p', {}, failureWords(activity.failure))));
  return parts;
}

function chips(model, item) {
  const it = model.items[item];
  const list = [[it.kind, ''], [it.transition, ''], it.type ? [it.type, 'type'] : null, it.machine ? [it.machine, 'machine'] : null,
    it.plugin ? [it.plugin, 'plugin'] : ['not filled', 'warning'], it.ghost ? null : [`wave ${it.wave + 1}`, ''],
    model.critical[item] ? ['longest chain', 'critical'] : null, it.change ? [it.change, it.change] : null];
  return el('p', { class: 'chips' }, list.filter(Boolean).map(([words, look]) => el('span', { class: `chip ${look}`, title: look || null }, name(words))));
}

// The page has no lines of the old sources.
const oldPlace = (at) => (at ? el('p', { class: 'place' }, name(placeName(at)), ' (of the old service)') : null);

function whyHere(model, item, activity, seen) {
  const it = model.items[item];
  if (activity.at) seen.add(placeName(activity.at));
  return el('section', {}, el('h3', {}, it.ghost ? 'Why it was here' : 'Why it is here'), el('p', {}, activity.reason || 'The plan does not say it.'),
    it.plugin ? el('p', { class: 'muted' }, 'The plugin ', name(it.plugin), ' filled it', it.type ? [' (', name(it.type), ')'] : null, '.')
      : el('p', { class: 'warning' }, 'No plugin knew what to do for it.'),
    it.ghost ? oldPlace(activity.at) : placed(activity.at, true));
}

function wholeActivity(model, item) {
  const id = model.items[item].id;
  return el('section', {}, el('h3', {}, 'The whole activity'), inTargets(model, id, (target) => {
    if (target === 'json') return jsonFigure(model.items[item].packed, id);
    const places = placesOf(model, item).filter((place) => place.file.target === target);
    const whole = places.filter((place) => place.step === 0);
    const isInside = (place) => whole.some((other) => other !== place && other.first <= place.first && place.last <= other.last);
    const shown = places.filter((place) => !isInside(place)).sort((a, b) => a.first - b.first); // steps may stand elsewhere
    return shown.length > 0 ? shown.map((place) => shownPlace(place, id)) : el('p', { class: 'muted' }, 'Its lines are not on this page.');
  }));
}

function changesOf(model, item) {
  const changed = model.change && model.change.presence === 'both' ? model.change.activities.changed.find((each) => each.id === model.items[item].id) : null;
  if (!changed) return null;
  return el('section', {}, el('h3', {}, 'What differs', changed.old_id ? el('span', { class: 'count' }, 'was ', name(changed.old_id)) : null), changeTable(changed.changes));
}

function emptyDetails() {
  const model = current();
  return el('div', { class: 'nothing' }, el('h2', {}, 'No activity is selected'),
    el('p', {}, 'Select one in the graph, the waves or the table to see its steps with their exact commands and scripts, where its values come from, and why it comes before and after others, with the lines of the model that say so.'),
    riskOverview(model),
    el('p', { class: 'muted' }, 'The longest chain of this plan:'),
    el('ol', { class: 'chain' }, model.chain.slice(0, 30).map((item) => el('li', {}, activityLink(model, item)))),
    model.chain.length > 30 ? el('p', { class: 'muted' }, `and ${model.chain.length - 30} more`) : null);
}

function showDetails() {
  const panel = byId('details');
  panel.scrollTop = 0;
  if (state.activity === NONE) return refill(panel, emptyDetails());
  const model = current();
  const item = state.activity;
  const it = model.items[item];
  const activity = unpack(it.packed);
  const seen = new Set();
  const steps = member(it.packed, 'steps').slice(1);
  return refill(panel,
    el('header', {}, el('h2', {}, name(it.id)), button('×', () => select(NONE), { class: 'close', 'aria-label': 'Close the details', title: 'Close (Esc)' }), chips(model, item)),
    changesOf(model, item), whyHere(model, item, activity, seen), conditionParts(model, activity),
    el('section', {}, el('h3', {}, 'Steps', el('span', { class: 'count' }, plural(steps.length, 'step'))),
      steps.length === 0 ? el('p', { class: 'muted' }, 'It does nothing.') : el('ol', { class: 'steps' }, steps.map((step, i) => stepItem(model, item, step, i + 1)))),
    it.ghost ? null : [neighbours(model, item, 'Waits for', model.incoming, model.from, allBefore(model, item), seen),
      neighbours(model, item, 'Comes before', model.outgoing, model.to, allAfter(model, item), seen), wholeActivity(model, item)]);
}
