// The steps of an activity: what each does, with which values, and what it became in the targets.

const RECORD_WORDS = { create: 'records a new instance', update: 'records what is new of the instance', rename: 'records the new name of', remove: 'removes the instance from the records', find: 'records an instance for what may be there, unless there is one', confirm: 'removes it again if it was not found' };

const STEP_WORDS = {
  invoke: (step) => (step.plugin ? ['runs ', el('code', {}, step.artifact.file), ', a file of the plugin ', name(step.plugin)] : ['calls ', name(`${step.interface ? `${step.interface}.` : ''}${step.operation || ''}`), step.entity ? [' of ', name(Object.values(step.entity)[0])] : null,
    ' by ', el('code', {}, step.artifact.file)]),
  'set-state': (step) => [step.state ? ['sets the state ', el('code', {}, step.state)] : step.status ? null : 'sets attributes', step.status ? [step.state ? ' and the status ' : 'sets the status ', el('code', {}, step.status)] : null],
  record: (step) => [RECORD_WORDS[step.what], step.was ? [' ', name(step.was)] : null, step.source ? [' from ', name(step.source), ' to ', name(step.target)] : null],
  select: (step) => (step.mode === 'strategic' ? ['chooses an instance by ', name(step.strategy), step.input ? [' from the input ', name(step.input)] : null]
    : ['takes the instance that belongs to ', name(step.through ? Object.values(step.through)[0] : '')]),
  transfer: (step) => ['brings ', el('code', {}, step.file), ' to ', el('code', {}, step.to)],
  wait: (step) => [`waits until ${step.until === 'reachable' ? 'the machine answers' : step.until === 'port' ? 'somebody listens on a port' : 'a command succeeds'}`,
    step.command ? [': ', el('code', {}, step.command)] : null],
  delegate: (step) => ['leaves it to somebody else to ', name(step.transition), ' a ', name(step.type || '')],
  emit: (step) => ['tells the outside of the event ', name(step.event)],
};

const WORKING = ['invoke', 'transfer', 'wait'];  // on a machine

// `kind` is that of the step; what takes it back is always a call.
function factsOf(model, step, kind) {
  const facts = [];
  const program = step.artifact ? programOf(step.artifact) : null;
  if (WORKING.includes(kind)) facts.push(['on', machineWords(model, step.host)]);
  if (program) facts.push(['in the folder', texts[program.folder] ? el('code', {}, texts[program.folder]) : 'where the CSAR starts']);
  if (step.timeout) facts.push(['at most', `${step.timeout} seconds`]);
  else if (kind === 'invoke') facts.push(['at most', 'as long as it takes, unless the run has a limit']);
  if (step.may_fail) facts.push(['if it fails', 'that is noted, and the run goes on']);
  if (step.artifact && step.artifact.type) facts.push(['artifact type', name(step.artifact.type)]);
  if (step.dependencies) facts.push(['needs beside it', step.dependencies.map((file) => [el('code', {}, file), ' '])]);
  if (step.templates) facts.push(['own template for', Object.keys(step.templates).join(', ')]);
  return facts;
}

const factList = (facts) => (facts.length === 0 ? null : el('dl', { class: 'facts' }, facts.map(([term, value]) => [el('dt', {}, term), el('dd', {}, value)])));

const outputLine = (mapping) => el('li', {}, name(mapping.output), ' becomes the attribute ', name(mapping.attribute), ' of ', name(Object.values(mapping.entity)[0]), mapping.secret ? el('span', { class: 'chip secret' }, 'secret') : null);

function stepParts(model, step, kind, label) {
  return [factList(factsOf(model, step, kind)), kind === 'invoke' ? byHand(step, label) : null, filesOfStep(model, step),
    argumentTable(model, 'inputs', step.inputs), argumentTable(model, 'properties', step.properties), argumentTable(model, kind === 'record' ? 'first attributes' : 'attributes', step.attributes),
    step.port ? argumentTable(model, 'port', [step.port]) : null,
    step.outputs ? el('ul', { class: 'outputs' }, step.outputs.map(outputLine)) : null];
}

// What a place of a file says, cut out of it.
function linesOf(file, first, last) {
  file.lines ||= texts[file.text].split('\n');
  return file.lines.slice(first - 1, last);
}

// All places of an activity in the files of its plan: target -> [{file, step, first, last}].
function placesOf(model, item) {
  if (!model.places) {
    model.places = new Map();
    for (const file of model.page.files) {
      for (let i = 0; i < file.places.length; i += 4) {
        const [activity, step, first, last] = file.places.slice(i, i + 4);
        if (!model.places.has(activity)) model.places.set(activity, []);
        model.places.get(activity).push({ file, step, first, last });
      }
    }
  }
  return model.places.get(item) || [];
}

const targetsOf = (model) => [...new Set(model.page.files.map((file) => file.target)), 'json'];

// A text that several targets write in their way: one at a time, the same one everywhere.
function inTargets(model, label, codeFor) {
  const targets = targetsOf(model);
  const box = el('div', { class: 'targets' });
  const show = (target) => {
    settings.target = target;
    const shown = targets.includes(target) ? target : targets[0];
    refill(box, el('div', { class: 'tabs', role: 'group', 'aria-label': `Target of ${visible(label)}` }, targets.map((each) =>
      button(each, () => show(each), { 'aria-pressed': each === shown }))), codeFor(shown));
  };
  show(settings.target);
  return box;
}

function shownPlace(place, label) {
  const lines = linesOf(place.file, place.first, place.last);
  const words = `${place.file.path}:${place.first}–${place.last}`;
  return el('figure', {}, el('figcaption', {}, fileLink(place.file, words, place.first), copyButton(() => lines.join('\n'), words)),
    codeBlock(lines, place.first, languageOf(place.file.path), `${visible(label)} in ${visible(words)}`));
}

// The lines of a target for a step; where it has none of its own it is part of those of the activity.
function stepCode(model, item, number, id, packed) {
  return inTargets(model, id, (target) => {
    if (target === 'json') return jsonFigure(packed, id);
    const places = placesOf(model, item).filter((place) => place.file.target === target && place.step === number);
    return places.length > 0 ? places.map((place) => shownPlace(place, id)) : el('p', { class: 'muted' }, 'has no lines of its own there: see the whole activity below');
  });
}

const jsonFigure = (packed, label) => {
  const text = jsonText(packed);
  return el('figure', {}, el('figcaption', {}, name('plan.json'), copyButton(() => text, `the JSON of ${visible(label)}`)), codeBlock(text.split('\n'), 1, 'json', `JSON of ${visible(label)}`));
};

function stepItem(model, item, packed, number) {
  const step = unpack(packed);
  const id = model.items[item].id;
  const short = step.id.startsWith(`${id}/`) ? step.id.slice(id.length + 1) : step.id;
  return el('li', { class: 'step' }, el('h4', {}, name(short), el('span', { class: 'chip' }, step.kind)),
    el('p', {}, STEP_WORDS[step.kind](step)), riskList(model, item, number), stepParts(model, step, step.kind, step.id),
    step.undo ? el('details', {}, el('summary', {}, 'is taken back by ', name(`${step.undo.interface ? `${step.undo.interface}.` : ''}${step.undo.operation || ''}`)), stepParts(model, step.undo, 'invoke', `what takes back ${step.id}`)) : null,
    model.items[item].ghost ? jsonFigure(packed, step.id) : el('details', { class: 'lazy' }, el('summary', {}, 'what the step is in the files of the plan'), whenOpened(() => stepCode(model, item, number, step.id, packed))));
}

// Filled when the element around it is opened first.
function whenOpened(make) {
  const place = el('div');
  queueMicrotask(() => {
    const around = place.closest('details');
    const fill = () => { if (place.childElementCount === 0) place.append(make()); };
    if (around && around.open) fill();
    else around?.addEventListener('toggle', fill, { once: true });
  });
  return place;
}
