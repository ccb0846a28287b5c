// What is shown: kept in the address, so that it can be sent to others and the back button works.

const FIRST_VIEW = data.difference ? 'difference' : 'graph';
const state = { plan: 0, view: FIRST_VIEW, activity: NONE };
const settings = { critical: true, redundant: false, difference: true, target: '' };
const current = () => modelOf(state.plan);

// Who is told when something changes: `shown` after plan, view or activity changed, `filtered` after search and filters did.
const listeners = { shown: [], filtered: [] };
const on = (what, listener) => listeners[what].push(listener);
const tell = (what, ...details) => { for (const listener of listeners[what]) listener(...details); };

function addressOf(wanted) {
  const model = modelOf(wanted.plan);
  const parts = [`plan=${encodeURIComponent(model.name)}`];
  if (wanted.view !== FIRST_VIEW) parts.push(`view=${wanted.view}`);
  if (wanted.activity !== NONE) parts.push(`activity=${encodeURIComponent(model.items[wanted.activity].id)}`);
  return `#${parts.join('&')}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;  // somebody cut the address in the middle of a character
  }
}

// What the address stands for; what it names and is not there is as if it were not named.
function readAddress() {
  const named = new Map(location.hash.slice(1).split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), decoded(part.slice(at + 1))];
  }));
  const plan = Math.max(0, data.plans.findIndex((each) => textMember(each.plan, 'name') === named.get('plan')));
  const found = modelOf(plan).indexOf.get(named.get('activity'));
  const view = VIEWS.some((each) => each.name === named.get('view') && each.isThere()) ? named.get('view') : FIRST_VIEW;
  return { plan, view, activity: found === undefined ? NONE : found };
}

function become(next) {
  const before = { ...state };
  if (next.plan === before.plan && next.view === before.view && next.activity === before.activity) return;
  Object.assign(state, next);
  tell('shown', before);
}

function go(change) {
  const next = { ...state, ...change };
  if (change.plan !== undefined && change.plan !== state.plan && change.activity === undefined) {
    // The same activity in another plan, where that has it.
    const same = state.activity === NONE ? undefined : modelOf(change.plan).indexOf.get(current().items[state.activity].id);
    next.activity = same === undefined ? NONE : same;
  }
  const address = addressOf(next);
  if (address !== location.hash) location.hash = address;
  become(next);
}

const select = (activity) => go({ activity });
window.addEventListener('hashchange', () => become(readAddress()));
