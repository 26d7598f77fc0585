import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extract } from '#lib/extraction/extract.ts';
import { getDocument } from './review/operations/get-document.ts';
import { schemas } from './schemas/tables.ts';
import { type SpawnedStandIn, spawnStandIn } from './testing/spawn-stand-in.ts';
import { startTestDesk, type TestDesk } from './testing/start-test-desk.ts';

const SAMPLES = path.join(process.cwd(), 'samples');
const TRUTHS = JSON.parse(readFileSync(path.join(SAMPLES, 'truth.json'), 'utf8')) as Record<string, Record<string, unknown>>;

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn({ work_ms: 50, shape: 'honest' });
  t = await startTestDesk({ deployment: standIn, work: true, runLocalEngine: async (schema, reading) => extract({ schema, reading }) });
  const [invoice] = await t.desk.database.select({ id: schemas.id }).from(schemas).where(eq(schemas.name, 'Invoice'));
  schemaId = invoice?.id ?? '';
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

/** What the desk shows of a sample for which the deployment gives these fields, bare. */
async function review(file: string, fields: Record<string, unknown>) {
  await standIn.control({ fields });
  const { id } = await t.drop(createReadStream(path.join(SAMPLES, file)), { name: file, schemaId });
  await t.until(id, 'to_review');
  const { document, fields: shown, flags } = await getDocument(t.desk, id);
  const values = Object.values(shown ?? {}).flatMap((entry) =>
    Array.isArray(entry) ? entry.flatMap((row) => Object.values(row.cells)) : entry,
  );
  return { document, values, flags };
}

test.each(['invoice-english.pdf', 'invoice-german.pdf', 'invoice-french.pdf'])(
  'a perfectly right invoice with bare values has nothing to check, and no confidence is invented: %s',
  async (file) => {
    const { document, values, flags } = await review(file, TRUTHS[file] ?? {});
    expect(flags).toEqual([]);
    expect(document).toMatchObject({ open_flags: 0, lowest_confidence: null });
    expect(values.length).toBeGreaterThan(26);
    expect(values.filter(({ confidence }) => confidence !== null)).toEqual([]);
  },
);

test('a wrong value is flagged with both values, and the other one is the first candidate', async () => {
  const right = TRUTHS['invoice-english.pdf'] ?? {};
  const { values, flags } = await review('invoice-english.pdf', { ...right, due_date: '2026-03-12' });
  expect(flags).toEqual([
    {
      pointer: '/due_date',
      reason: 'engines_differ',
      message: 'The document service says “2026-03-12”; the desk’s own engine reads “2026-04-11”.',
    },
  ]);
  expect(values.find(({ pointer }) => pointer === '/due_date')?.candidates[0]).toMatchObject({ value: '2026-04-11' });
});

test('a wrong cell is flagged, and only what it touches', async () => {
  const right = TRUTHS['invoice-english.pdf'] ?? {};
  const [first, ...rest] = right.line_items as Record<string, unknown>[];
  const { flags } = await review('invoice-english.pdf', { ...right, line_items: [{ ...first, quantity: 12 }, ...rest] });
  expect(flags.map(({ pointer }) => pointer)).toContain('/line_items/0/quantity');
  expect(flags.find(({ reason }) => reason === 'engines_differ')?.message).toContain('reads “2”');
  expect(flags.filter(({ pointer }) => !pointer.startsWith('/line_items/0'))).toEqual([]);
});

test('a confidence of 0.5 that the service gives is shown and judged as such', async () => {
  const right = TRUTHS['invoice-english.pdf'] ?? {};
  const { document, values, flags } = await review('invoice-english.pdf', {
    ...right,
    net_total: { value: right.net_total, confidence: 0.5 },
  });
  expect(values.find(({ pointer }) => pointer === '/net_total')).toMatchObject({ confidence: 0.5, value: 2680.4 });
  expect(flags.map(({ pointer, reason }) => [pointer, reason])).toEqual([['/net_total', 'low_confidence']]);
  expect(document.lowest_confidence).toBe(0.5);
});
