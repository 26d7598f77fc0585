import { beforeEach, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { importedPartSchema, type MemoryHeader, type MemoryPart, memoryPartSchema } from '#lib/contract/desk/schemas/memory-file.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { schemaDraftSchema, schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import type { ExportedExample } from '#lib/contract/service/memory.ts';
import { ImportMemoryDialog } from './import-memory-dialog.tsx';

const HEADER: MemoryHeader = {
  format: 'countersign-memory',
  version: 1,
  exported_at: '2026-03-12T10:21:00.000Z',
  schema: schemaDraftSchema.parse({
    name: 'Delivery note',
    fields: [
      { name: 'note_number', label: 'Note number', type: 'string' },
      { name: 'delivered_on', label: 'Delivered on', type: 'date' },
    ],
  }),
};
const example = (number: number): ExportedExample => ({
  document_id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  document_name: `note-${number}.pdf`,
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T09:00:00.000Z',
  sketch: 'AQAAAA==',
  lesson: { version: 2, keys: [], fields: {} },
});
const fileOf = (count: number, end: object | null = { end: true, examples: count }, header: object = HEADER) =>
  [header, ...Array.from({ length: count }, (_, at) => example(at + 1)), ...(end ? [end] : [])]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** Names of the documents of each part that was sent, by the schema that it was sent to. */
let parts: (Pick<MemoryPart, 'file'> & { schemaId: string; names: string[] })[];
/** What was made of a part; by default all of it is imported. */
let answer: (count: number, part: number) => ReturnType<typeof json>;
const done = (counts: { imported?: number; known?: number; unusable?: number }) =>
  json(importedPartSchema, { deployment: { id: 'embedded', name: 'Embedded service' }, imported: 0, known: 0, unusable: 0, ...counts });

beforeEach(() => {
  parts = [];
  answer = (imported) => done({ imported });
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [INVOICE_SCHEMA] }));
  onRequest('POST /api/schemas/:id/memory', (request) => {
    const { examples, file } = request.json(memoryPartSchema);
    parts.push({ schemaId: request.parameters.id!, names: examples.map((one) => one.document_name), file });
    return answer(examples.length, parts.length);
  });
});

async function open(schemaId: string | null = null) {
  const seen: { shown: string[]; closed: number } = { shown: [], closed: 0 };
  await renderInApp(<ImportMemoryDialog schemaId={schemaId} onClose={() => seen.closed++} onShow={(id) => seen.shown.push(id)} />);
  return seen;
}
async function choose(content: string, name = 'note.memory.jsonl') {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a memory file is brought into a schema that is made of it, part by part, and what it taught is shown', async () => {
  const saved: string[] = [];
  onRequest('POST /api/schemas', (request) => {
    const draft = request.json(schemaDraftSchema);
    saved.push(draft.name);
    return json(schemaSchema, { ...INVOICE_SCHEMA, ...draft, id: 'made' });
  });
  const seen = await open();
  await expect.element(page.getByText(/Export it there, on the “Learned” tab/)).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  await choose(fileOf(250));
  await expect.element(page.getByText(/What Delivery note learned from 250 approved documents, exported/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /New schema “Delivery note”/ })).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  await button('Import').click();
  await expect.element(page.getByText('250 approved documents imported at Embedded service. They teach in a moment.')).toBeVisible();
  expect(saved).toEqual(['Delivery note']);
  expect(parts.map(({ schemaId, names }) => [schemaId, names.length, names[0]])).toEqual([
    ['made', 100, 'note-1.pdf'],
    ['made', 100, 'note-101.pdf'],
    ['made', 50, 'note-201.pdf'],
  ]);
  expect(parts[0]?.file).toEqual({ schema_name: 'Delivery note', exported_at: HEADER.exported_at });
  await expect.element(button('Show what it learned')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(seen.shown).toEqual(['made']);
});

test('brought into a schema that is there, it says which fields are missing and what was left out', async () => {
  answer = () => done({ imported: 1, known: 2, unusable: 1 });
  await open(INVOICE_SCHEMA.id);
  await choose(fileOf(4));
  await expect.element(page.getByText(`2 fields of the file are not in ${INVOICE_SCHEMA.name}`)).toBeVisible();
  await expect.element(page.getByText('What was learned about Note number, Delivered on is left out.')).toBeVisible();
  expect(page.getByRole('button', { name: /Import into/ }).query()).toBeNull();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('1 approved document imported at Embedded service. It teaches in a moment.')).toBeVisible();
  await expect.element(page.getByText('2 documents left alone: they are here, and what they teach is decided here.')).toBeVisible();
  await expect.element(page.getByText('1 document left out: nothing was learned about the fields of this schema.')).toBeVisible();
  expect(parts.map(({ schemaId }) => schemaId)).toEqual([INVOICE_SCHEMA.id]);
});

test('parts are as large as the desk takes, whatever script the words are in', async () => {
  await open(INVOICE_SCHEMA.id);
  const long = { ...example(1), document_name: 'ж'.repeat(900_000) };
  await choose([HEADER, long, long, long, { end: true, examples: 3 }].map((line) => `${JSON.stringify(line)}\n`).join(''));
  onRequest('POST /api/schemas/:id/memory', () => {
    parts.push({ schemaId: '', names: [] });
    return done({ imported: 1 });
  });
  await button('Import').click();
  await expect.element(page.getByText(/^3 approved documents imported/)).toBeVisible();
  expect(parts).toHaveLength(3);
});

test('another file is brought into the schema of its own name again', async () => {
  answer = () => json(problemSchema, { type: 'about:blank', title: 'x', status: 409, code: 'conflict', detail: 'Not now.' }, 409);
  onRequest('POST /api/schemas', (request) => json(schemaSchema, { ...INVOICE_SCHEMA, ...request.json(schemaDraftSchema), id: 'made' }));
  await open();
  await choose(fileOf(1));
  await button('Import').click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await choose(fileOf(1, { end: true, examples: 1 }, { ...HEADER, schema: { ...HEADER.schema, name: INVOICE_SCHEMA.name } }));
  await expect
    .element(page.getByRole('button', { name: new RegExp(`${INVOICE_SCHEMA.name} Import into|Import into.*${INVOICE_SCHEMA.name}`) }))
    .toBeVisible();
});

test('what fails on the way says how much is missing, and is begun again', async () => {
  const detail = 'The document service cannot be reached.';
  answer = (imported, part) =>
    part === 2
      ? json(problemSchema, { type: 'about:blank', title: 'x', status: 502, code: 'deployment_unreachable', detail }, 502)
      : done({ imported });
  await open(INVOICE_SCHEMA.id);
  await choose(fileOf(150));
  await button('Import').click();
  await expect.element(page.getByText('It ended before all was imported')).toBeVisible();
  await expect.element(page.getByText(/^100 approved documents imported/)).toBeVisible();
  await expect.element(page.getByText(`${detail} You can import the file again: nothing is there twice.`)).toBeVisible();
  await button('Import again').click();
  await expect.element(page.getByText(/^150 approved documents imported/)).toBeVisible();
  expect(parts.map(({ names }) => names.length)).toEqual([100, 50, 100, 50]);
});

test('it is stopped after the part that is under way', async () => {
  let release = () => {};
  answer = () => done({ imported: 100 });
  onRequest('POST /api/schemas/:id/memory', async (request) => {
    parts.push({ schemaId: request.parameters.id!, names: [] });
    if (parts.length === 2) await new Promise<void>((resolve) => (release = resolve));
    return done({ imported: 100 });
  });
  const seen = await open(INVOICE_SCHEMA.id);
  await choose(fileOf(300));
  await button('Import').click();
  await expect.element(page.getByText('100 of 300 approved documents')).toBeVisible();
  // Esc does not take it for granted
  await userEvent.keyboard('{Escape}');
  expect(seen.closed).toBe(0);
  await button('Stop').click();
  await expect.element(page.getByText('100 of 300 approved documents')).toBeVisible();
  release();
  await expect.element(page.getByText('It ended before all was imported')).toBeVisible();
  await expect.element(page.getByText(/^You stopped it\./)).toBeVisible();
  await expect.element(page.getByText(/^200 approved documents imported/)).toBeVisible();
  expect(parts).toHaveLength(2);
});

test('a refusal before anything was imported leaves the choice as it was', async () => {
  const detail = 'This memory was learned by an earlier version of Countersign.';
  answer = () => json(problemSchema, { type: 'about:blank', title: 'x', status: 422, code: 'invalid_request', detail }, 422);
  await open(INVOICE_SCHEMA.id);
  await choose(fileOf(2));
  await button('Import').click();
  await expect.element(page.getByText('The import failed')).toBeVisible();
  await expect.element(page.getByText(detail)).toBeVisible();
  await expect.element(button('Import')).toBeVisible();
});

test.each([
  ['that is none', 'number,date\n1,2\n', 'This is no memory file. Export one from the “Learned” tab of a schema.'],
  ['without its end', fileOf(3, null), 'The file is cut off: its end is missing. Export it again.'],
  [
    'of a later version',
    fileOf(1, { end: true, examples: 1 }, { ...HEADER, version: 2 }),
    'This file was exported by a later version. Update this desk, then import it.',
  ],
  [
    'whose schema was changed',
    fileOf(1, { end: true, examples: 1 }, { ...HEADER, schema: {} }),
    'The file was changed: its first line cannot be read. Export it again.',
  ],
  ['with nothing in it', fileOf(0), 'Nothing was learned in this file.'],
])('a file %s is refused with what to do', async (_, content, sentence) => {
  await open(INVOICE_SCHEMA.id);
  await choose(content);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(button('Choose a memory file')).toBeVisible();
  expect(parts).toEqual([]);
});
