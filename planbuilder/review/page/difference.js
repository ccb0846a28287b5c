// What differs from the old plans, as a list; the graph draws the same.

const changedValue = (value) => (value === undefined ? el('span', { class: 'muted' }, 'nothing') : el('code', {}, typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, null, 1)));

const changeTable = (changes) => el('table', { class: 'changes' }, el('thead', {}, el('tr', {}, ['What', 'Before', 'After'].map((title) => el('th', { scope: 'col' }, title)))),
  el('tbody', {}, changes.map((change) => el('tr', {}, el('th', { scope: 'row' }, name(change.what)), el('td', {}, changedValue(change.before)), el('td', {}, changedValue(change.after))))));

function linkOrName(model, id) {
  const item = model.indexOf.get(id);
  return item === undefined ? name(id) : activityLink(model, item);
}

const nearby = (model, label, ids) => (ids.length === 0 ? null : [label, ids.map((id, i) => [i > 0 ? ', ' : ' ', linkOrName(model, id)])]);

const loneItem = (model, sign) => (each) => el('li', {}, el('span', { class: `chip ${sign}` }, sign), ' ', linkOrName(model, each.id),
  each.filled_by ? el('span', { class: 'muted' }, ' filled by ', name(each.filled_by)) : null,
  el('p', { class: 'muted' }, nearby(model, 'after', each.after), each.after.length > 0 && each.before.length > 0 ? '; ' : null, nearby(model, 'before', each.before)));

const changedItem = (model) => (each) => el('li', {}, el('span', { class: 'chip changed' }, 'changed'), ' ', linkOrName(model, each.id), each.old_id ? [' was ', name(each.old_id)] : null, changeTable(each.changes));

const orderItem = (model, sign) => (each) => el('li', {}, el('span', { class: `chip ${sign === 'gained' ? 'added' : 'removed'}` }, sign), ' ', linkOrName(model, each.from), ' before ', linkOrName(model, each.to),
  el('span', { class: 'muted' }, each.reversed ? ' (the other way round on the other side)' : ' (both can run at once on the other side)'),
  el('ul', { class: 'origins' }, each.chain.map((link) => el('li', {}, linkOrName(model, link.from), ' before ', linkOrName(model, link.to),
    link.origins.map((origin) => el('p', {}, el('span', { class: 'chip rule' }, origin.rule), ' ', origin.reason || '', sign === 'gained' ? placed(origin.at, false) : oldPlace(origin.at)))))));

// Files belong to plans by the steps that use them.
const filesThatDiffer = (model) => [...changedFiles.values()].filter((each) => each.used_by.some((use) => use.plan === model.name));

function fileItem(model) {
  return (each) => {
    const users = [...new Set(each.used_by.filter((use) => use.plan === model.name).map((use) => use.activity))];
    return el('li', {}, el('span', { class: 'chip changed' }, changeWords(each)), ' ', contentLink(each.file, 0), el('p', { class: 'muted' }, nearby(model, 'used by', users)),
      [each.before, each.after].map((side, i) => (side && side.digest ? el('p', { class: 'muted' }, i === 0 ? 'before: ' : 'after: ', sizeText(side.size), ' ', digestText(side.digest)) : null)), changedPart(each));
  };
}

const parameterItem = (each) => el('li', {}, el('span', { class: `chip ${each.kind}` }, each.kind), ' ', name(each.name), changeTable(each.changes));

function part(label, list, make) {
  if (list.length === 0) return null;
  const items = el('ul', { class: 'differences' });
  const { more } = inPortions(items, list.length, 100, (i) => make(list[i]), 'difference');
  return el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, String(list.length))), items, more.hidden ? null : more);
}

function planParts(model) {
  const change = model.change;
  const files = part('Files', filesThatDiffer(model), fileItem(model));
  if (!change) return files || el('p', {}, 'This plan is the same as before.');
  if (change.presence === 'added') return el('p', {}, 'The old side has no such plan.');
  return [files, change.changes.length > 0 ? el('section', {}, el('h3', {}, 'The plan as a whole'), changeTable(change.changes)) : null,
    part('Activities added', change.activities.added, loneItem(model, 'added')), part('Activities removed', change.activities.removed, loneItem(model, 'removed')),
    part('Activities changed', change.activities.changed, changedItem(model)), part('Order gained', change.order.gained, orderItem(model, 'gained')),
    part('Order lost', change.order.lost, orderItem(model, 'lost')), change.order.complete ? null : el('p', { class: 'muted' }, 'More order differs than can be listed.'),
    part('Inputs', change.inputs, parameterItem), part('Outputs', change.outputs, parameterItem)];
}

const shownRenames = () => data.difference.renames.filter((each) => !each.follows);

function renameItem(each) {
  const kind = Object.keys(each).find((key) => key !== 'to' && key !== 'follows');
  return el('li', {}, el('span', { class: 'chip changed' }, 'renamed'), ` ${kind} `, name(each[kind]), ' is now ', name(each.to));
}

const differenceCount = (model) => {
  const change = model.change;
  const files = filesThatDiffer(model).length;
  if (!change || change.presence !== 'both') return files + (change ? 1 : 0);
  const { added, removed, changed } = change.activities;
  return files + added.length + removed.length + changed.length + change.order.gained.length + change.order.lost.length + change.inputs.length + change.outputs.length + change.changes.length;
};

function showDifference(view) {
  const model = current();
  const gone = data.difference.plans.filter((each) => each.presence === 'removed');
  view.append(el('div', { class: 'scroll page', tabindex: 0, role: 'region', 'aria-label': 'Differences' }, el('p', { class: 'muted' }, 'Held against ', name(data.against), '. Where things stand in a file, and in which order they are declared, makes no difference.'),
    part('Renamed', shownRenames(), renameItem), planParts(model),
    gone.length > 0 ? el('section', {}, el('h3', {}, 'Plans that are not there any more'), el('ul', {}, gone.map((each) => el('li', {}, name(each.name))))) : null));
}
