// Where a value comes from, in words: a literal, an input of the plan, a property, an attribute, the output of an operation.

// The one call of an expression `{"$function": arguments}`; nothing for anything else.
function callIn(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Raw) return null;
  const keys = Object.keys(value);
  if (keys.length !== 1 || !keys[0].startsWith('$') || keys[0].startsWith('$$')) return null;
  const given = value[keys[0]];
  return { name: keys[0].slice(1), arguments: Array.isArray(given) ? given : [given] };
}

function literalText(value) {
  if (value === null) return 'null';
  if (value instanceof Raw) return value.written;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(quotedText).join(', ')}]`;
  if (typeof value === 'object') return `{${Object.keys(value).map((key) => `${key}: ${quotedText(value[key])}`).join(', ')}}`;
  return String(value);
}
const quotedText = (value) => (typeof value === 'string' ? JSON.stringify(value) : literalText(value));

// An entity that is there several times is the list of its id and which one of them.
const entityText = (id) => (Array.isArray(id) ? `${id[0]}[${literalText(id[1])}]` : String(id));
const entityNode = (id) => (Array.isArray(id) ? id[0] : id);
const pathText = (path) => path.map((part) => `.${literalText(part)}`).join('');

const ORIGINS = {
  get_input: ([input, ...path]) => [['input', `input ${literalText(input)}${pathText(path)} of the plan`]],
  get_property: ([kind, id, property, ...path]) => [['property', `property ${literalText(property)}${pathText(path)} of ${kind} ${entityText(id)}`, entityNode(id)]],
  get_attribute: ([kind, id, attribute, ...path]) => [['attribute', `attribute ${literalText(attribute)}${pathText(path)} of ${kind} ${entityText(id)}`, entityNode(id)]],
  get_operation_output: ([kind, id, api, operation, output]) =>
    [['output', `output ${literalText(output)} of ${api ? `${literalText(api)}.` : ''}${literalText(operation)} of ${kind} ${entityText(id)}`, entityNode(id)]],
  get_index: () => [['index', 'which one of its representations it is']],
};

// What a value is put together of: [kind, words, node that it comes from].
function originsOf(value) {
  const call = callIn(value);
  if (call && Object.hasOwn(ORIGINS, call.name)) return ORIGINS[call.name](call.arguments);
  if (call) return call.arguments.flatMap(originsOf);
  if (value !== null && typeof value === 'object' && !(value instanceof Raw))
    return (Array.isArray(value) ? value : Object.values(value)).flatMap(originsOf);
  return [['literal', quotedText(value)]];
}

function expressionText(value) {
  const call = callIn(value);
  if (!call && Array.isArray(value)) return `[${value.map(expressionText).join(', ')}]`;
  if (!call && value !== null && typeof value === 'object' && !(value instanceof Raw))
    return `{${Object.keys(value).map((key) => `${key.replace(/^\$\$/, '$$')}: ${expressionText(value[key])}`).join(', ')}}`;
  if (!call) return quotedText(value);
  const origins = Object.hasOwn(ORIGINS, call.name) ? ORIGINS[call.name](call.arguments) : null;
  if (origins) return origins[0][1];
  return `${call.name}(${call.arguments.map(expressionText).join(', ')})`;
}

// A link to where the node is made, if this plan makes it.
function nodeLink(model, node, words) {
  const [first] = activitiesOfNode(model, node);
  return first === undefined ? name(words) : activityLink(model, first, words);
}

// The cell of a table with a value: the value itself, then what it comes from.
function valueCell(model, argument) {
  if (argument.secret && 'value' in argument) return el('td', {}, el('span', { class: 'secret', title: 'a secret: it is not on this page' }, '••••••'), ' a secret literal');
  if ('value' in argument) return el('td', {}, el('code', {}, quotedText(argument.value)), el('span', { class: 'muted' }, ' literal'));
  const call = callIn(argument.from);
  const simple = call && Object.hasOwn(ORIGINS, call.name);
  const origins = originsOf(argument.from).filter(([kind]) => kind !== 'literal');
  return el('td', {}, argument.secret ? el('span', { class: 'chip secret' }, 'secret') : null,
    simple ? null : el('code', {}, expressionText(argument.from)),
    origins.map(([kind, words, node], i) => [simple && i === 0 ? null : el('br'), simple ? null : 'from ', node ? nodeLink(model, node, words) : name(words)]));
}

function argumentTable(model, label, list) {
  if (!list || list.length === 0) return null;
  return el('table', { class: 'arguments' }, el('caption', {}, label),
    el('tbody', {}, list.map((argument) => el('tr', {}, el('th', { scope: 'row' }, name(argument.name)),
      put(valueCell(model, argument), argument.reason ? el('p', { class: 'reason' }, argument.reason) : null)))));
}
