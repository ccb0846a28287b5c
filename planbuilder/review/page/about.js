// What else is to be read: inputs and outputs of the plan, problems that were found, where all this comes from.

function parameterRows(model, list) {
  return list.map((each) => el('tr', {}, el('th', { scope: 'row' }, name(each.name)), el('td', {}, name(each.type || '')),
    el('td', {}, each.required === undefined ? '' : each.required && each.default === undefined ? 'required' : 'optional', each.secret ? el('span', { class: 'chip secret' }, 'secret') : null),
    each.default !== undefined ? el('td', {}, 'else ', each.secret ? el('span', { class: 'secret' }, '••••••') : el('code', {}, quotedText(each.default))) : 'value' in each || 'from' in each ? valueCell(model, each) : el('td'),
    el('td', {}, each.description || each.reason || '', constraintList(each.constraints))));
}

const constraintList = (constraints) => (constraints ? el('ul', { class: 'constraints' }, constraints.map((each) => el('li', {}, `must be ${each.words || `${each.clause} ${quotedText(each.value)}`}`))) : null);

function parameters(model, label, list, none) {
  return el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, String(list.length))), list.length === 0 ? el('p', { class: 'muted' }, none)
    : el('table', { class: 'parameters' }, el('thead', {}, el('tr', {}, ['Name', 'Type', '', 'Value', 'Why'].map((title) => el('th', { scope: 'col' }, title || el('span', { class: 'hidden' }, 'Need'))))), el('tbody', {}, parameterRows(model, list))));
}

const FAILURE = { stop: 'A step that fails ends the run, which can be resumed.', undo: 'When a step fails, what was done is taken back.', retry: 'An operation that fails is tried again before the run ends.' };

const failureWords = (failure) => FAILURE[failure.policy] + (failure.retries ? ` At most ${failure.retries} times.` : '');

function guardSection(model) {
  const packed = member(model.plan, 'guard');
  return packed === undefined ? null : el('section', {}, el('h3', {}, 'Runs only if'), el('p', {}, el('code', {}, expressionText(unpack(packed)))));
}

const scalingWords = (each) => [name(each.region), `: at least ${each.minimum}, ${each.maximum === undefined ? 'no limit above' : `at most ${each.maximum}`}, ${each.initial} at first (instances of `, name(each.node), ')'];

function scalingSection(model) {
  const packed = member(model.plan, 'scaling');
  return packed === undefined ? null : el('section', {}, el('h3', {}, 'Regions that scale'), el('ul', {}, unpack(packed).map((each) => el('li', {}, scalingWords(each)))));
}

function showInterface(view) {
  const model = current();
  const failure = unpack(member(model.plan, 'failure'));
  view.append(el('div', { class: 'scroll page', tabindex: 0, role: 'region', 'aria-label': 'Inputs and outputs' },
    parameters(model, 'Inputs', unpack(member(model.plan, 'inputs')), 'The plan asks for nothing.'),
    parameters(model, 'Outputs', unpack(member(model.plan, 'outputs')), 'The plan tells nothing when it is done.'),
    el('section', {}, el('h3', {}, 'Failure'), el('p', {}, failureWords(failure))), guardSection(model), scalingSection(model)));
}

const keyOfFinding = (finding) => [finding.code, finding.summary, finding.at ? placeName(finding.at) : ''].join('\n');

// Those of the plan first, then what else was said of the service.
function findingsOf(model) {
  if (!model.findings) {
    const own = unpack(member(model.plan, 'diagnostics'));
    const known = new Set(own.map(keyOfFinding));
    const ofOthers = new Set();
    for (const page of data.plans) if (page !== model.page) for (const packed of member(page.plan, 'diagnostics').slice(1)) ofOthers.add(keyOfFinding(unpack(packed)));
    const rest = data.findings.map(unpack).filter((finding) => !known.has(keyOfFinding(finding)) && !ofOthers.has(keyOfFinding(finding)));
    model.findings = { own, rest };
  }
  return model.findings;
}

const findingItem = (finding, open) => el('li', { class: `finding ${finding.severity}` },
  el('p', {}, el('strong', {}, finding.summary)),
  finding.detail ? el('p', { class: 'muted' }, finding.detail) : null, placed(finding.at, open),
  finding.notes ? el('ul', {}, finding.notes.map((note) => el('li', {}, note.text, placed(note.at, false)))) : null);

const SEVERITIES = ['error', 'warning', 'note'];
const FEW_FINDINGS = 8;

// All with the same code, one below the other; the worst groups first, then the largest.
function groupsOf(findings) {
  const groups = new Map();
  for (const finding of findings) {
    const key = `${finding.severity}\n${finding.code}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(finding);
  }
  const rank = ([first]) => SEVERITIES.indexOf(first.severity);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.length - a.length);
}

function findingGroup(findings, open) {
  const [{ severity, code }] = findings;
  const fill = () => {
    const list = el('ul', { class: 'findings' });
    const { more } = inPortions(list, findings.length, 100, (i) => findingItem(findings[i], findings.length <= FEW_FINDINGS), 'problem');
    return el('div', {}, list, more.hidden ? null : more);
  };
  return el('details', { class: 'group', open: open || null }, el('summary', {}, el('span', { class: `chip ${severity}` }, severity), el('code', {}, code), el('span', { class: 'count' }, plural(findings.length, 'time'))),
    open ? fill() : whenOpened(fill));
}

const findingList = (label, findings, none) => el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, String(findings.length))),
  findings.length === 0 ? el('p', { class: 'muted' }, none) : groupsOf(findings).map((group) => findingGroup(group, findings.length <= FEW_FINDINGS)));

function showProblems(view) {
  const { own, rest } = findingsOf(current());
  view.append(el('div', { class: 'scroll page', tabindex: 0, role: 'region', 'aria-label': 'Problems' }, findingList('Of this plan', own, 'Nothing was found.'),
    rest.length > 0 ? findingList('Of the service', rest, '') : null,
    data.left_out.length > 0 ? el('section', {}, el('h3', {}, 'Not on this page'), el('ul', {}, data.left_out.map((words) => el('li', {}, words)))) : null));
}

function showSummary() {
  const model = current();
  const widest = model.waves.reduce((most, wave) => Math.max(most, wave.length), 0);
  const redundant = countOf(model.redundant);
  const derivation = textMember(model.plan, 'derivation');
  const because = textMember(model.plan, 'derivation_reason');
  refill(byId('summary'), el('strong', {}, plural(model.count, 'activity')), ' · ', plural(model.edges.length - redundant, 'edge'), redundant > 0 ? `, ${redundant.toLocaleString('en')} redundant` : '', ' · ', plural(model.waves.length, 'wave'), ' · ',
    model.count > 0 ? `up to ${widest.toLocaleString('en')} at once` : 'nothing to do', derivation ? ` · derived from ${derivation}` : '', because ? `, because ${because}` : '');
}

function showAbout() {
  const service = unpack(member(current().plan, 'service'));
  const facts = [['Source', service.source], ['Input', data.input], data.against ? ['Held against', data.against] : null, ['Digest', service.digest], ['Derived from', textMember(current().plan, 'derivation')], ['Made by', `planbuilder ${data.version}`],
    ['Options', data.options.join('  ') || 'none'], data.left_out.length > 0 ? ['Left out', data.left_out.join('; ')] : null];
  refill(byId('about'), el('dl', {}, facts.filter((fact) => fact && fact[1]).map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, name(value, { title: value }))))));
}
