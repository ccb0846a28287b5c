// What somebody approves who approves this plan: the digests of all files that it consists of, and how it is done.

function digestTable(label, rows, none) {
  return el('section', {}, el('h3', {}, label, el('span', { class: 'count' }, plural(rows.length, 'file'))), rows.length === 0 ? el('p', { class: 'muted' }, none)
    : el('table', { class: 'parameters digests' }, el('thead', {}, el('tr', {}, ['File', 'Size', 'SHA-256'].map((title) => el('th', { scope: 'col' }, title)))), (() => {
      const body = el('tbody');
      const { more } = inPortions(body, rows.length, 500, (i) => digestRow(rows[i]), 'file');
      return [body, more.hidden ? null : el('tfoot', {}, el('tr', {}, el('td', { colspan: 3 }, more)))];
    })()));
}

const digestRow = ({ file, size, digest }) => el('tr', {}, el('th', { scope: 'row' }, el('code', {}, file)), el('td', { class: 'number' }, size === undefined ? '' : sizeText(Number(size))),
  el('td', {}, digest ? el('code', {}, digest) : el('span', { class: 'chip warning' }, file.endsWith('/') ? 'a folder, with all that is in it' : 'not there')));

// The archive that would be approved: this input, or the one that is made of it.
function commandLines() {
  const isArchive = /\.(?:csar|zip|tar|tar\.gz|tgz)$/i.test(data.input);
  const archive = isArchive ? data.input : `${data.input.replace(/\.\w+$/, '') || 'service'}.csar`;
  return [isArchive ? null : `planbuilder pack ${typed(data.input)} -o ${typed(archive)}`, `planbuilder inspect ${typed(archive)}`, `planbuilder approve ${typed(archive)} --by NAME`].filter(Boolean);
}

const signatureWords = { none: 'not signed', unchecked: 'signed; planbuilder inspect --approved-keys checks it' };

// What the input has already. Whether an approval holds is said of the files that are packed there.
function approvalRow(approval, plan) {
  const holds = approval.by && !approval.broken.includes(plan);
  return el('tr', {}, el('th', { scope: 'row' }, approval.by || 'nobody'), el('td', {}, holds ? el('span', { class: 'chip' }, 'holds') : el('span', { class: 'chip warning' }, approval.by ? 'void: something changed since' : 'no approval')),
    el('td', {}, signatureWords[approval.signature] || approval.signature), el('td', {}, [approval.at, approval.comment].filter(Boolean).join(': ')), el('td', {}, el('code', {}, approval.file)));
}

function approvalTable(plan) {
  const rows = data.approvals.filter((each) => !each.by || each.plans.includes(plan));
  return rows.length === 0 ? null : el('section', {}, el('h3', {}, 'Approvals that are packed', el('span', { class: 'count' }, plural(rows.length, 'approval'))),
    el('table', { class: 'parameters approvals' }, el('thead', {}, el('tr', {}, ['By', 'State', 'Signature', 'Says', 'File'].map((title) => el('th', { scope: 'col' }, title)))), el('tbody', {}, rows.map((each) => approvalRow(each, plan)))));
}

function showApproval(view) {
  const model = current();
  const service = unpack(member(model.plan, 'service'));
  const lines = commandLines();
  view.append(el('div', { class: 'scroll page', tabindex: 0, role: 'region', 'aria-label': 'Approval' },
    el('section', {}, el('h3', {}, 'To approve it'), el('p', {}, 'Whoever approves the ', name(model.name), ' plan approves these files, byte for byte. An approval does not hold any more when one of them changes.'),
      el('figure', { class: 'by-hand' }, el('figcaption', {}, 'where the service is', copyButton(() => lines.join('\n'), 'the commands')),
        el('div', { class: 'code', role: 'region', 'aria-label': 'How to approve it', tabindex: 0 }, lines.map((line) => el('div', { class: 'line' }, el('code', { dir: 'ltr' }, line))))),
      factList([['service', name(service.name)], ['model', el('code', {}, service.digest || 'unknown')]])),
    approvalTable(model.name),
    digestTable('The files of the plan, below Plans/', model.page.digests.map((each) => ({ file: each.path, digest: each.digest })), 'They are not on this page: planbuilder inspect lists them.'),
    digestTable('The files that its steps use', [...usedFiles(model).values()], 'Its steps use no files.')));
}
