import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { UndoneSplit } from '#lib/contract/desk/splitting.ts';
import { type Answers, collectAnswers } from './answers.ts';
import { listKept, readKept } from './kept-folder.ts';
import { type OpenedDesk, openKept } from './open-kept.ts';
import { getDetail } from './steps/documents.ts';
import type { Person } from './steps/person.ts';

/** What the desk works out when it is asked, or says of the moment: it may be another tomorrow. */
const WORKED_OUT = [
  'flags',
  'refusal',
  'change',
  'trouble',
  'verdict',
  'last_seen_at',
  'verified_at',
  'checked',
  'head',
  'overdue',
  'seconds_per_document',
];
/** Documents in these were still followed up while the answers were collected. */
const IN_FLIGHT = ['received', 'indexing', 'extracting'];

/** The answers without what is worked out anew each time. */
function factsOf(answers: Answers): Answers {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const isMoving = 'state' in value && IN_FLIGHT.includes(String(value.state));
    const left = Object.entries(value).filter(([key]) => !WORKED_OUT.includes(key) && !(isMoving && key === 'updated_at'));
    return Object.fromEntries(left.map(([key, entry]) => [key, strip(entry)]));
  };
  return strip(answers) as Answers;
}

describe.each(listKept())('a data folder made by %s', (commit) => {
  const kept = readKept(commit);
  const before = factsOf(kept.answers);
  let desk: OpenedDesk;
  let after: Answers;
  let ada: Person;
  let ben: Person;
  beforeAll(async () => {
    desk = await openKept(kept);
    [ada, ben] = [await desk.signIn('ada'), await desk.signIn('ben')];
    after = await collectAnswers(ada, kept.documents);
  });
  afterAll(() => desk.close());
  test.each(Object.keys(kept.documents))('the document “%s” says after the upgrade what it said before', (name) => {
    expect(after.documents[name]).toMatchObject(before.documents[name]!);
  });

  test('schemas, settings, queues, deployments, quality samples, people and the list are as they were', () => {
    const { documents, audit, ...rest } = before;
    expect(after).toMatchObject(rest);
  });

  test('the audit trail is whole, and nothing was taken from it', () => {
    expect(after.audit.broken).toBeNull();
    expect(after.audit.checked).toBeGreaterThanOrEqual(kept.answers.audit.checked);
  });

  test('a lock still keeps others out, and its holder goes on', async () => {
    const id = kept.documents['invoice-two-pages.pdf']!;
    const { document, fields } = await getDetail(ada, id);
    const action = { id: crypto.randomUUID(), draft: { kind: 'confirm', pointer: '/invoice_number' } };
    const save = (person: Person, tab: string) =>
      person.post<DeskDocumentDetail>(`/api/documents/${id}/actions`, { revision: document.revision, tab, actions: [action] });
    await expect(save(ada, 'a tab of Ada')).rejects.toThrow('document_locked');
    expect(fields?.invoice_number).toMatchObject({ status: 'machine' });
    expect((await save(ben, 'the tab of Ben')).fields?.invoice_number).toMatchObject({ status: 'confirmed', actor: { name: 'Ben Okoro' } });
  });

  test('work goes on where it stood', async () => {
    const order = kept.documents['purchase-order-spanish.pdf']!;
    const { document } = await getDetail(ben, order);
    const decision = { revision: document.revision, sign_off: true };
    await expect(ada.post(`/api/documents/${order}/approve`, decision)).rejects.toThrow('same_approver');
    const { approval } = await ben.post<DeskDocumentDetail>(`/api/documents/${order}/approve`, decision);
    expect(approval?.actor.name).toBe('Ben Okoro');

    const undone = await ben.post<UndoneSplit>(`/api/documents/${kept.documents['stack-split.pdf']}/split/undo`, {});
    expect(undone).toMatchObject({ removed: 1, document: { state: 'stacked' } });
    expect(undone.kept.map(({ id }) => id)).toEqual([kept.documents['part of a split, worked on']]);

    const { pages } = await ada.get<{ pages: { words: { text: string }[] }[] }>(`/api/documents/${kept.documents['contract.pdf']}/pages`);
    expect(pages.flatMap(({ words }) => words).length).toBeGreaterThan(100);
  });
});
