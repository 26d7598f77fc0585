import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Control, Fault, Phase } from '#lib/deployment/stand-in/faults.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { getRawAnswer } from '../review/operations/get-raw-answer.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

const WELL: Control = { rules: [], work_ms: 100 };

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn();
  t = await startTestDesk({ deployment: standIn, work: true });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
beforeEach(() => standIn.control(WELL));
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

async function drop(name: string): Promise<string> {
  return (await t.drop(`Invoice number: INV-7\n${name}\n`, { name, schemaId })).id;
}

const always = (phase: Phase, fault: Fault) => ({ name: '', phase, fault, times: 0 });

test.each([
  ['document', 'missing_status', '"id"'],
  ['job', 'missing_status', '"id"'],
  ['job', 'html_answer', '<html>'],
] as const)('what is said of a %s and not understood (%s) is told after the third time, with the answer', async (phase, fault, said) => {
  await standIn.control({ rules: [always(phase, fault)] });
  const id = await drop(`${phase}-${fault}.txt`);
  const { document, at_service: heard } = await vi.waitFor(
    async () => {
      const detail = await getDocument(t.desk, id);
      expect(detail.document.trouble).not.toBeNull();
      return detail;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(document.trouble).toMatchObject({
    code: 'answer_not_understood',
    message: expect.stringMatching(/has answered ([3-9]|\d{2,}) times/),
  });
  expect(heard).toMatchObject({ has_answer: true });
  const { raw, is_understood } = await getRawAnswer(t.desk, id);
  expect(is_understood).toBe(false);
  expect(raw).toEqual(expect.stringContaining(said));
  await standIn.control(WELL);
  expect((await t.until(id, 'to_review')).trouble).toBeNull();
});

test('while it extracts, the word and the time are those of the job, not of the document', async () => {
  await standIn.control({ index_ms: 100, job_ms: 60_000 });
  const before = Date.now();
  const id = await drop('word.txt');
  await t.until(id, 'extracting');
  await vi.waitFor(async () => expect((await getDocument(t.desk, id)).at_service?.word).toMatch(/pending|processing/), {
    timeout: 60_000,
    interval: 100,
  });
  const { deployment, at_service: heard } = await getDocument(t.desk, id);
  expect(deployment).toMatchObject({ embedded: false });
  expect(Date.parse(heard?.last_answer_at ?? '')).toBeGreaterThanOrEqual(before);
});

test('work that ended with errors gives its fields, and says what it said', async () => {
  await standIn.control({ rules: [always('job', 'with_errors')] });
  const id = await drop('errors.txt');
  await t.until(id, 'to_review');
  const { fields, notice } = await getDocument(t.desk, id);
  expect(fields?.invoice_number).toMatchObject({ value: 'INV-7' });
  expect(notice).toMatch(/^It says “completed_with_errors”/);
});
