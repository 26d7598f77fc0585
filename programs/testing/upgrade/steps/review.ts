import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ListQualitySamples } from '#lib/contract/desk/quality-sample.ts';
import type { ActionDraft, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { findQualitySamplesPath } from '../answers.ts';
import { getDetail, until, type Work } from './documents.ts';
import type { Person } from './person.ts';

const DAY_MS = 86_400_000;

async function act(person: Person, id: string, ...drafts: ActionDraft[]): Promise<DeskDocumentDetail> {
  const { document } = await getDetail(person, id);
  return person.post(`/api/documents/${id}/actions`, {
    revision: document.revision,
    actions: drafts.map((draft) => ({ id: crypto.randomUUID(), draft })),
  });
}

async function decide(person: Person, id: string, what: 'approve' | 'reject' | 'reopen', more: object = {}): Promise<void> {
  const { document } = await getDetail(person, id);
  await person.post(`/api/documents/${id}/${what}`, { revision: document.revision, ...more });
}

const approve = (person: Person, id: string) => decide(person, id, 'approve', { sign_off: true });

/** Values and rows changed in every way that there is, by two people. */
export async function correctValues({ people: { ada, ben }, schemas, documents }: Work): Promise<void> {
  const german = documents['invoice-german.pdf']!;
  const { fields } = await getDetail(ben, german);
  const number = fields?.invoice_number as MergedValue;
  await act(
    ben,
    german,
    { kind: 'confirm', pointer: '/invoice_date' },
    { kind: 'correct', pointer: '/invoice_number', value: `${number.value}-A`, evidence: number.evidence },
    { kind: 'correct', pointer: '/seller_name', value: 'Typed by Ben', evidence: [] },
    { kind: 'clear', pointer: '/order_reference' },
    { kind: 'correct', pointer: '/currency', value: 'CHF', evidence: [] },
    { kind: 'revert', pointer: '/currency' },
  );
  await act(
    ada,
    german,
    { kind: 'correct', pointer: '/line_items/0/description', value: 'Changed by Ada', evidence: [] },
    { kind: 'move_row', pointer: '/line_items/0', to: 1 },
    { kind: 'remove_row', pointer: '/line_items/2' },
    {
      kind: 'insert_row',
      pointer: '/line_items/0',
      values: { description: { value: 'Delivery', evidence: [] }, line_total: { value: 12.5, evidence: [] } },
    },
  );
  await act(ben, documents['part of a split, worked on']!, { kind: 'correct', pointer: '/seller_name', value: 'Northwind', evidence: [] });
  // what people did under the one schema is set aside under the other
  const taken = documents['taken-for-a-delivery.txt']!;
  await act(ben, taken, { kind: 'correct', pointer: '/note_number', value: 'DN-1002-B', evidence: [] });
  await ben.post(`/api/documents/${taken}/extractions`, { schema_id: schemas['Purchase order'] });
  await until(ben, taken, 'to_review');
  await ben.post(`/api/documents/${documents['told-by-a-person.txt']}/extractions`, { schema_id: schemas.Contract });
  await until(ben, documents['told-by-a-person.txt']!, 'to_review');
}

/** Approved, approved by two, by one of two, rejected, approved and reopened; quality samples with and without a difference. */
export async function decideDocuments({ people: { ada, ben }, documents }: Work): Promise<void> {
  await act(ben, documents['receipt.txt']!, { kind: 'correct', pointer: '/merchant_name', value: 'The shop of Ben', evidence: [] });
  await approve(ben, documents['receipt.txt']!);
  await approve(ben, documents['receipt-photo.jpg']!);
  await approve(ada, documents['purchase-order-spanish.pdf']!);
  await approve(ada, documents['purchase-order.md']!);
  await approve(ben, documents['purchase-order.md']!);
  await decide(ben, documents['bank-statement.pdf']!, 'reject', { reason: 'It belongs to another company.' });
  await approve(ben, documents['invoice-french.pdf']!);
  await decide(ada, documents['invoice-french.pdf']!, 'reopen');
  const { fields } = await getDetail(ada, documents['receipt.txt']!);
  const looked = Object.values(fields ?? {}).flatMap((entry) => (Array.isArray(entry) ? cellsOf(entry) : [entry]));
  const samples = await findQualitySamplesPath(ada);
  await ada.put(`${samples}/${documents['receipt.txt']}`, {
    fields: looked.map(({ pointer }) =>
      pointer === '/merchant_name' ? { pointer, agrees: false, right: 'Another shop' } : { pointer, agrees: true },
    ),
  });
  const { waiting } = await ada.get<ListQualitySamples>(samples);
  if (waiting.length !== 1) throw new Error(`${waiting.length} documents wait as quality samples, not 1.`);
}

const cellsOf = (rows: MergedRow[]): MergedValue[] => rows.flatMap(({ cells }) => Object.values(cells));

/** Comments open and resolved, assigned, urgent, postponed, locked, with a summary, given a password, removed. */
export async function tendDocuments({ people: { ada, ben, benName }, documents }: Work): Promise<void> {
  const contract = `/api/documents/${documents['contract.pdf']}`;
  const comment = (text: string, pointer: string | null) => ({ id: crypto.randomUUID(), text, pointer });
  await ada.post(`${contract}/comments`, comment('Is this the signed copy?', null));
  const { items } = await ben.post<{ items: { id: string }[] }>(
    `${contract}/comments`,
    comment('The date is on page 2.', '/effective_date'),
  );
  await ada.put(`${contract}/comments/${items.at(-1)!.id}`, { resolved: true });
  await ada.post(`${contract}/assign`, { person_id: benName.id });
  await ada.put(`${contract}/priority`, { priority: 2, due_at: '2199-05-01T10:00:00.000Z' });
  await ada.post(`${contract}/summary`, { endpoint: 'job' });
  await ben.post(`/api/documents/${documents['curriculum-vitae.pdf']}/postpone`, {
    postponed: { until: new Date(Date.now() + 360 * DAY_MS).toISOString(), reason: 'The applicant sends another one.' },
  });
  await ben.post(`/api/documents/${documents['opened.pdf']}/password`, { password: 'open it' });
  await until(ben, documents['opened.pdf']!, 'to_review');
  await ada.remove(`/api/documents/${documents['dropped-by-mistake.txt']}`);
}

/** Opens a document, as the last thing before the desk is closed. */
export async function openDocument({ people: { ben }, documents }: Work): Promise<void> {
  await ben.post(`/api/documents/${documents['invoice-two-pages.pdf']}/lock`, { tab: 'the tab of Ben' });
}
