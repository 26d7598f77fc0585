import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '#lib/contract/service/document.ts';
import { INDEX_QUEUE } from '../context/queues.ts';
import { listStoredFiles } from '../testing/list-stored-files.ts';
import { makePdf } from '../testing/make-files.ts';
import { makeMail } from '../testing/make-mail.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

async function upload(bytes: Uint8Array | string, name: string): Promise<Document> {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name));
  const answer = await test.ask('/v1/documents', { method: 'POST', body: form });
  return answer.json();
}
const settled = (id: string): Promise<Document> =>
  until(
    async () => (await test.ask(`/v1/documents/${id}`)).json(),
    ({ status }) => status === 'completed' || status === 'failed',
  );
const childrenOf = async (id: string): Promise<Document[]> => (await (await test.ask(`/v1/documents?parent_id=${id}`)).json()).items;
const idle = () =>
  until(
    () => test.context.queue.count(INDEX_QUEUE),
    ({ waiting, active }) => waiting + active === 0,
  );
const idOf = (document: Document, name: string) => document.attachments?.find((each) => each.name === name)?.document_id ?? '';

it('makes documents of what a mail brings, nested mails too, and removes them with it', async () => {
  await idle();
  const before = listStoredFiles(test.folder);
  const note = { name: 'note.txt', type: 'text/plain', content: `Gate code 5512, ${Date.now()}` };
  const nested = makeMail('Earlier', 'See the list.', [{ name: 'list.txt', type: 'text/plain', content: `Bolts, nuts, ${Date.now()}` }]);
  const mail = makeMail('Delivery', 'Three things for you.', [
    { name: 'label.pdf', type: 'application/octet-stream', content: await makePdf(['Parcel label', `Weight 12 kg ${Date.now()}`]) },
    note,
    { ...note, name: 'the same note.txt' },
    { name: 'earlier.eml', type: 'message/rfc822', content: nested },
    { name: 'bundle.zip', type: 'application/zip', content: zipSync({ 'a.txt': Buffer.from('packed') }) },
  ]);
  const uploaded = await upload(mail, 'delivery.eml');
  expect(uploaded).toMatchObject({ parent_id: null });
  expect(uploaded.attachments).toBeUndefined();
  const parent = await settled(uploaded.id);
  const named = parent.attachments?.map(({ name }) => name);
  expect(named).toEqual(['label.pdf', 'note.txt', 'the same note.txt', 'earlier.eml', 'bundle.zip']);
  expect(idOf(parent, 'bundle.zip')).toBe('');
  expect(parent.attachments?.at(-1)?.document_id).toBeNull();
  expect(idOf(parent, 'the same note.txt')).toBe(idOf(parent, 'note.txt'));

  const children = await childrenOf(parent.id);
  expect(children.map(({ name }) => name).toSorted()).toEqual(['earlier.eml', 'label.pdf', 'note.txt']);
  const label = await settled(idOf(parent, 'label.pdf'));
  expect(label).toMatchObject({ status: 'completed', page_count: 1, media_type: 'application/pdf', parent_id: parent.id, attachments: [] });
  expect(await (await test.ask(`/v1/documents/${idOf(parent, 'note.txt')}/content`)).text()).toBe(note.content);
  const earlier = await settled(idOf(parent, 'earlier.eml'));
  const list = await settled(idOf(earlier, 'list.txt'));
  expect(list).toMatchObject({ status: 'completed', parent_id: earlier.id });

  await idle();
  expect((await test.ask(`/v1/documents/${parent.id}`, { method: 'DELETE' })).status).toBe(204);
  for (const { id } of [...children, list]) expect((await test.ask(`/v1/documents/${id}`)).status).toBe(404);
  await expect.poll(() => listStoredFiles(test.folder)).toEqual(before);
});

it('makes no second document when the index job comes again, and keeps what is still used elsewhere', async () => {
  const content = `Used twice ${Date.now()}`;
  const alone = await upload(content, 'alone.txt');
  const mail = makeMail('Once', 'One thing.', [{ name: 'thing.txt', type: 'text/plain', content }]);
  const parent = await settled((await upload(mail, 'once.eml')).id);
  await test.context.queue.send(INDEX_QUEUE, { documentId: parent.id });
  await idle();
  expect(await childrenOf(parent.id)).toHaveLength(1);
  const [child] = await childrenOf(parent.id);
  await test.ask(`/v1/documents/${child?.id}`, { method: 'DELETE' });
  expect((await settled(parent.id)).attachments).toMatchObject([{ name: 'thing.txt', document_id: null }]);
  expect(await (await test.ask(`/v1/documents/${alone.id}/content`)).text()).toBe(content);
});

it('leaves nothing behind when a mail is removed while its attachments are being read', async () => {
  await idle();
  const before = listStoredFiles(test.folder);
  const parts = Array.from({ length: 6 }, (_entry, index) => ({
    name: `${index}.txt`,
    type: 'text/plain',
    content: `Part ${index} ${Date.now()}\n`.repeat(300),
  }));
  const { id } = await upload(makeMail('Many', 'Six.', parts), 'many.eml');
  await until(
    () => childrenOf(id),
    (children) => children.length > 0,
  );
  expect((await test.ask(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(204);
  await idle();
  await until(
    async () => listStoredFiles(test.folder),
    (now) => now.length === before.length,
  );
});

it('keeps an e-invoice inside a PDF as an attachment only, and makes a document of another XML', async () => {
  const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">
  <rsm:ExchangedDocument><ram:ID>R-2026-17</ram:ID></rsm:ExchangedDocument>
</rsm:CrossIndustryInvoice>`;
  const pdf = new PDFDocument({ size: 'A4' });
  pdf.text('Invoice R-2026-17');
  pdf.file(Buffer.from(invoice), { name: 'factur-x.xml', type: 'text/xml' });
  pdf.file(Buffer.from(`<?xml version="1.0"?><catalogue><entry>Bolts ${Date.now()}</entry></catalogue>`), {
    name: 'catalogue.xml',
    type: 'text/xml',
  });
  pdf.end();
  const parent = await settled((await upload(await buffer(pdf as unknown as Readable), 'invoice.pdf')).id);
  expect(parent.attachments?.map(({ name }) => name).toSorted()).toEqual(['catalogue.xml', 'factur-x.xml']);
  expect(idOf(parent, 'factur-x.xml')).toBe('');
  expect(await settled(idOf(parent, 'catalogue.xml'))).toMatchObject({ status: 'completed', parent_id: parent.id });
});

it('goes no deeper than five levels', async () => {
  let mail = makeMail('Level 7', 'The innermost.', []);
  for (let level = 6; level >= 0; level -= 1) {
    mail = makeMail(`Level ${level}`, `Level ${level}.`, [{ name: `${level + 1}.eml`, type: 'message/rfc822', content: mail }]);
  }
  let document = await settled((await upload(mail, '0.eml')).id);
  const names = [document.name];
  for (let next = document.attachments?.[0]?.document_id; next; next = document.attachments?.[0]?.document_id) {
    document = await settled(next);
    names.push(document.name);
  }
  expect(names).toEqual(['0.eml', '1.eml', '2.eml', '3.eml', '4.eml', '5.eml']);
  expect(document.attachments).toMatchObject([{ name: '6.eml', document_id: null }]);
});
