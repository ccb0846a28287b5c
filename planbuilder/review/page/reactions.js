// What reacts to what: the triggers of the service, who tells of their events, what must hold, and the plans that they set off.

const wordList = (words) => (words.length === 0 ? null : el('ul', {}, words.map((each) => el('li', {}, name(each)))));

// A plan that is on this page can be gone to.
function planLink(planName) {
  const index = data.plans.findIndex((page) => textMember(page.plan, 'name') === planName);
  return index < 0 ? name(planName) : button(name(planName), () => go({ plan: index, view: 'graph' }), { class: 'link', title: 'Show this plan' });
}

const triggerRow = (each) => el('tr', {},
  el('th', { scope: 'row' }, name(each.trigger), placed(each.at, false)), el('td', {}, wordList(each.when)),
  el('td', {}, each.if.length === 0 && each.limits.length === 0 ? el('span', { class: 'muted' }, 'always') : [wordList(each.if), wordList(each.limits)]),
  el('td', {}, planLink(each.plan), each.inputs.length > 0 ? el('p', { class: 'muted' }, 'is given ', each.inputs.map((input, i) => [i > 0 ? ', ' : '', name(input)])) : null));

const notificationRow = (each) => el('tr', {}, el('th', { scope: 'row' }, name(`${each.of} ${each.name}`)), el('td', {}, wordList(each.keeps)),
  el('td', {}, each.subscription ? el('code', {}, each.subscription) : ''), el('td', {}, wordList(each.sets_off)));

function reactionTable(label, rows, titles, make, noun, none) {
  const body = el('tbody');
  const { more } = inPortions(body, rows.length, 200, (i) => make(rows[i]), noun);
  return el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, plural(rows.length, noun))), rows.length === 0 ? el('p', { class: 'muted' }, none)
    : el('table', { class: 'parameters reactions' }, el('thead', {}, el('tr', {}, titles.map((title) => el('th', { scope: 'col' }, title)))), body,
      more.hidden ? null : el('tfoot', {}, el('tr', {}, el('td', { colspan: titles.length }, more)))));
}

function showReactions(view) {
  const { name: shown } = current();
  const { triggers, notifications, more } = data.reactions;
  const own = triggers.filter((each) => each.plan === shown);
  const titles = ['Trigger', 'When', 'If', 'Runs'];
  view.append(el('div', { class: 'scroll page', tabindex: 0, role: 'region', 'aria-label': 'Reactions' },
    reactionTable('What sets this plan off', own, titles, triggerRow, 'trigger', 'Nothing in the model: somebody runs it.'),
    reactionTable('What sets off other plans', triggers.filter((each) => each.plan !== shown), titles, triggerRow, 'trigger', 'Nothing does.'),
    reactionTable('Notifications', notifications, ['Who tells what', 'Is kept', 'Subscribed by', 'Sets off'], notificationRow, 'notification', 'The service has none.'),
    more > 0 ? el('p', { class: 'muted' }, `and ${plural(more, 'notification')} more, which are not on this page`) : null));
}
