// How a person would do a step: what is typed, in which folder, on which machine, with which variables.

const programs = new Map(data.programs.map((each) => [`${texts[each.file]}\n${texts[each.type]}`, each]));
const programOf = (artifact) => programs.get(`${artifact.file}\n${artifact.type || ''}`);

const variables = new Map();
for (let i = 0; i < data.variables.length; i += 2) variables.set(texts[data.variables[i]], texts[data.variables[i + 1]]);
const variableOf = (input) => variables.get(input) || input;

const WAYS = {
  here: (node) => ['this computer, which is ', node],
  ssh: (node, by, user) => [node, ', by SSH to ', by, user ? [' as ', user] : null],
  container: (node, by) => ['the container ', by, ' of ', node],
  open: (node) => [node, ': its instance says when the plan runs where that is'],
};

// Where a step is done; without a node it is where the plan runs.
function machineWords(model, host) {
  if (!host) return 'this computer';
  model.machines ||= new Map(model.page.machines.map((each) => [texts[each.node], each]));
  const machine = model.machines.get(host);
  if (!machine) return name(host);
  const by = texts[machine.value] ? el('code', {}, texts[machine.value]) : ['its ', name(texts[machine.by])];
  return WAYS[machine.way](nodeLink(model, host, host), by, texts[machine.user] ? name(texts[machine.user]) : null);
}

function compactJson(value) {
  if (value instanceof Raw) return value.written;
  if (Array.isArray(value)) return `[${value.map(compactJson).join(',')}]`;
  if (value !== null && typeof value === 'object') return `{${Object.keys(value).map((key) => `${JSON.stringify(key)}:${compactJson(value[key])}`).join(',')}}`;
  return JSON.stringify(value);
}

const asText = (value) => (typeof value === 'string' ? value : value === null ? '' : compactJson(value));
const typed = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

// What stands for a value where it is typed: itself, or where it comes from.
function typedValue(argument) {
  if (argument.secret && 'value' in argument) return ['hole', '••••••'];
  if ('value' in argument) return ['', typed(asText(argument.value))];
  return ['hole', `‹${expressionText(argument.from)}›`];
}

// Each line is a list of [look, text].
function typedLines(step, program) {
  const inputs = (step.inputs || []).map((input) => [variableOf(input.name), typedValue(input)]);
  const inFile = texts[program.inputs_file];
  const folder = texts[program.folder];
  return [folder ? [['', `cd ${typed(folder)}`]] : null,
    ...inputs.map(([variable, value]) => (inFile ? [['', `# in ${inFile}: ${variable}: `], value] : [['', `export ${variable}=`], value])),
    [['call', texts[program.command]]]].filter(Boolean);
}

function byHand(step, label) {
  const program = programOf(step.artifact);
  if (!program || step.templates) return null;
  const lines = typedLines(step, program);
  return el('figure', { class: 'by-hand' }, el('figcaption', {}, 'as a person would type it', copyButton(() => lines.map((line) => line.map(([, text]) => text).join('')).join('\n'), `what is typed for ${visible(label)}`)),
    el('div', { class: 'code', role: 'region', 'aria-label': `What a person would type for ${visible(label)}`, tabindex: 0 }, lines.map((line) =>
      el('div', { class: 'line' }, el('code', { dir: 'ltr' }, line.map(([look, text]) => (look ? el('span', { class: `c-${look}` }, text) : text)))))));
}
