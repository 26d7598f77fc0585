import { randomUUID } from 'node:crypto';

const DAY_MS = 86_400_000;

/**
 * What people do with documents, one after the other, so that all outcomes are there. Each gets the people, the document as the
 * list shows it and a running number.
 * @type {Record<string, { states: string[], share: number, work: Function }>}
 */
const OUTCOMES = {
  approved: { states: ['to_review'], share: 8, work: approve },
  corrected: { states: ['to_review'], share: 3, work: correct },
  rejected: { states: ['to_review'], share: 1, work: reject },
  postponed: { states: ['to_review'], share: 1, work: postpone },
  assigned: { states: ['to_review'], share: 2, work: assign },
  'approved once': { states: ['to_review'], share: 1, work: approveOnce },
  reopened: { states: ['to_review'], share: 1, work: reopen },
  waiting: { states: ['to_review'], share: 4, work: async () => undefined },
  split: { states: ['stacked'], share: 1, work: split },
  'waiting as a stack': { states: ['stacked'], share: 1, work: async () => undefined },
};

const wheels = new Map();
for (const [name, { states, share }] of Object.entries(OUTCOMES)) {
  for (const state of states) wheels.set(state, [...(wheels.get(state) ?? []), ...Array(share).fill(name)]);
}

/**
 * Works at the documents that can be worked at.
 * @param {{ people: { admin: object, colleague: object }, documents: object[], schemas: Record<string, string>, onDone: (count: number) => void }} options
 * @returns {Promise<Record<string, number>>} how many got which outcome
 */
export async function reviewDocuments({ people, documents, schemas, onDone }) {
  const turns = new Map();
  const counts = {};
  const { items: names } = await people.admin.get('/api/people/names');
  for (const [index, document] of documents.entries()) {
    const wheel = wheels.get(document.state);
    if (!wheel) continue;
    const turn = turns.get(document.state) ?? 0;
    turns.set(document.state, turn + 1);
    // 11 has no factor in common with the length of any wheel, so that all outcomes come, mixed
    const outcome = wheel[(turn * 11) % wheel.length];
    await OUTCOMES[outcome].work({ ...people, document, schemas, names, index });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    onDone(index + 1);
  }
  return counts;
}

const path = ({ id }) => `/api/documents/${id}`;

async function decide(person, document, what, more) {
  const { document: present } = await person.get(path(document));
  return person.post(`${path(document)}/${what}`, { revision: present.revision, ...more });
}

async function act(person, document, drafts) {
  const { document: present } = await person.get(path(document));
  const actions = drafts.map((draft) => ({ id: randomUUID(), draft }));
  await person.post(`${path(document)}/actions`, { revision: present.revision, actions });
}

/** Approves, by two people where the schema asks for that. */
async function approve({ admin, colleague, document }) {
  const { document: after } = await decide(admin, document, 'approve', { sign_off: true });
  if (after.state !== 'approved') await decide(colleague, document, 'approve', { sign_off: true });
}

async function approveOnce({ admin, document }) {
  await decide(admin, document, 'approve', { sign_off: true });
}

async function reopen(work) {
  await approve(work);
  await decide(work.admin, work.document, 'reopen');
}

async function reject({ colleague, document }) {
  await decide(colleague, document, 'reject', { reason: 'It belongs to another company.' });
}

/** Confirms one value, types another and says something about it. */
async function correct({ colleague, document, index }) {
  const { fields } = await colleague.get(path(document));
  const single = Object.values(fields).filter((entry) => !Array.isArray(entry));
  const found = single.find(({ value }) => value !== null);
  const text = single.find(({ value }) => typeof value === 'string') ?? found;
  if (!found) return;
  const drafts = [{ kind: 'confirm', pointer: found.pointer }];
  if (typeof text.value === 'string')
    drafts.push({ kind: 'correct', pointer: text.pointer, value: `${text.value} (${index})`, evidence: [] });
  await act(colleague, document, drafts);
  await colleague.post(`${path(document)}/comments`, {
    id: randomUUID(),
    pointer: text.pointer,
    text: 'I took this from the second copy.',
  });
}

async function postpone({ admin, document, index }) {
  const until = new Date(Date.now() + (1 + (index % 20)) * DAY_MS).toISOString();
  await admin.post(`${path(document)}/postpone`, { postponed: { until, reason: 'The supplier sends a new one.' } });
}

async function assign({ admin, document, names, index }) {
  await admin.post(`${path(document)}/assign`, { person_id: names[index % names.length].id });
  await admin.put(`${path(document)}/priority`, { priority: [-1, 1, 2][index % 3] });
}

async function split({ admin, document, schemas }) {
  await admin.post(`${path(document)}/split`, {
    id: randomUUID(),
    documents: [
      { schema_id: schemas.Invoice ?? null, pages: [{ number: 1, turn: 0 }] },
      { schema_id: schemas.Receipt ?? null, pages: [{ number: 2, turn: 0 }] },
    ],
    dropped: [3],
  });
}
