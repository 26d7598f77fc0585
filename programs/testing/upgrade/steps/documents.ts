import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import type { People } from './accounts.ts';
import { makeDeliveryNote, makeLetter, makeMail, makeProtected, makeStack, readSample } from './papers.ts';
import type { Person } from './person.ts';

const WAIT_MS = 120_000;

/** The kept desk while it is being worked at: its people, the ids of its schemas and of its documents by name. */
export type Work = { people: People; schemas: Record<string, string>; documents: Record<string, string> };

export const getDetail = (person: Person, id: string) => person.get<DeskDocumentDetail>(`/api/documents/${id}`);

/** Waits until a document is in one of the states. @throws Error when it takes two minutes */
export async function until(person: Person, id: string, ...states: DeskDocument['state'][]): Promise<DeskDocument> {
  for (const end = Date.now() + WAIT_MS; ; await sleep(200)) {
    const { document } = await getDetail(person, id);
    if (states.includes(document.state)) return document;
    if (Date.now() > end)
      throw new Error(`${document.name} is ${document.state}, not ${states.join(' or ')}: ${document.failure?.message}`);
  }
}

type Drop = { name: string; bytes: Uint8Array; schema?: string; options?: Record<string, string>; states: DeskDocument['state'][] };

/** What people drop, and what becomes of it without them. */
async function listDrops(): Promise<Drop[]> {
  const sample = (file: string, schema: string, options?: Record<string, string>): Drop => ({
    name: file,
    bytes: readSample(file),
    schema,
    states: ['to_review'],
    ...(options ? { options } : {}),
  });
  const recognise = { recognise: 'yes' };
  return [
    sample('invoice-english.pdf', 'Invoice', { folder: 'post/april' }),
    sample('invoice-german.pdf', 'Invoice'),
    sample('invoice-french.pdf', 'Invoice'),
    sample('invoice-two-pages.pdf', 'Invoice'),
    sample('purchase-order-spanish.pdf', 'Purchase order'),
    sample('purchase-order.md', 'Purchase order'),
    sample('contract.pdf', 'Contract', { folder: 'post' }),
    sample('bank-statement.pdf', 'Bank statement'),
    sample('curriculum-vitae.pdf', 'CV'),
    sample('receipt.txt', 'Receipt'),
    sample('receipt-photo.jpg', 'Receipt'),
    { name: 'note-of-version-1.txt', bytes: makeDeliveryNote('DN-1001'), schema: 'Delivery note', states: ['to_review'] },
    { name: 'taken-for-a-delivery.txt', bytes: makeDeliveryNote('DN-1002'), schema: 'Delivery note', states: ['to_review'] },
    { name: 'invoice-again.pdf', bytes: readSample('invoice-english.pdf'), options: recognise, states: ['to_review', 'unclassified'] },
    { name: 'rehearsal.txt', bytes: makeLetter('the spring concert'), options: recognise, states: ['unclassified'] },
    { name: 'told-by-a-person.txt', bytes: makeLetter('the harvest feast'), options: recognise, states: ['unclassified'] },
    { name: 'no-schema.txt', bytes: makeLetter('the play'), states: ['indexed'] },
    { name: 'damaged.pdf', bytes: Buffer.from('%PDF-1.7 and then nothing that makes sense'), schema: 'Invoice', states: ['failed'] },
    { name: 'protected.pdf', bytes: await makeProtected('a password of the desk'), schema: 'Invoice', states: ['failed'] },
    { name: 'opened.pdf', bytes: await makeProtected('open it'), schema: 'Invoice', states: ['failed'] },
    { name: 'stack-proposed.pdf', bytes: await makeStack('S-1'), states: ['stacked'] },
    { name: 'stack-split.pdf', bytes: await makeStack('S-2'), states: ['stacked'] },
    { name: 'stack-undone.pdf', bytes: await makeStack('S-3'), states: ['stacked'] },
    { name: 'stack-dismissed.pdf', bytes: await makeStack('S-4'), states: ['stacked'] },
    { name: 'two-bills.eml', bytes: makeMail(), states: ['indexed', 'stacked', 'unclassified', 'to_review'] },
    { name: 'dropped-by-mistake.txt', bytes: makeLetter('nothing'), states: ['indexed'] },
  ];
}

/** Drops the documents and waits until the machine is through with them. */
export async function dropDocuments({ people, schemas, documents }: Work): Promise<void> {
  const drops = await listDrops();
  for (const { name, bytes, schema, options = {} } of drops) {
    const schemaId: Record<string, string> = schema ? { schema_id: schemas[schema]! } : {};
    documents[name] = (await people.ada.upload<DeskDocument>(name, bytes, { ...schemaId, ...options })).id;
  }
  for (const { name, states } of drops) await until(people.ada, documents[name]!, ...states);
}

/** Splits one stack with a page turned and a page left out, splits one and takes it back, declares one to be one document. */
export async function splitStacks({ people: { ada, ben }, schemas, documents }: Work): Promise<void> {
  const split = (name: string) =>
    ben.post<DeskSplitting>(`/api/documents/${documents[name]}/split`, {
      id: crypto.randomUUID(),
      documents: [
        { schema_id: schemas.Invoice, pages: [{ number: 1, turn: 0 }] },
        { schema_id: null, pages: [{ number: 2, turn: 90 }] },
      ],
      dropped: [3],
    });
  const { split: made } = await split('stack-split.pdf');
  const [invoice, other] = made!.documents;
  documents['part of a split, worked on'] = invoice!.id;
  documents['part of a split'] = other!.id;
  await until(ada, invoice!.id, 'to_review');
  await until(ada, other!.id, 'indexed', 'unclassified', 'to_review');
  await split('stack-undone.pdf');
  await ben.post(`/api/documents/${documents['stack-undone.pdf']}/split/undo`, { remove_touched: true });
  await ben.post(`/api/documents/${documents['stack-dismissed.pdf']}/splitting/dismiss`);
  await until(ada, documents['stack-dismissed.pdf']!, 'indexed', 'to_review', 'unclassified');
}

/** Finds the documents that were made of the mail's attachments. */
export async function findAttachments({ people: { ada }, documents }: Work): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(200)) {
    const { items } = await ada.get<ListDocuments>(`/api/documents?parent_id=${documents['two-bills.eml']}`);
    for (const { id, name } of items) documents[`attached ${name}`] = id;
    if (items.length < 2) continue;
    for (const { id } of items) await until(ada, id, 'indexed', 'unclassified', 'to_review');
    return;
  }
  throw new Error('The attachments of the mail did not become documents.');
}
