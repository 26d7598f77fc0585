import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DeskSummary } from '#lib/contract/desk/deployment.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { listen } from '#lib/platform/testing/listen.ts';
import { createDeployment } from '../../deployment-settings/operations/deployments.ts';
import { saveMapping } from '../../deployment-settings/operations/schema-mappings.ts';
import { submitDocument } from '../../documents/operations/submit-document.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { startExtraction } from '../../review/operations/start-extraction.ts';
import { saveSchema } from '../../schemas/operations/save-schema.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { findSummary, requestSummary } from './summaries.ts';

const LETTER = [
  'Harbour Lights Ltd',
  'Order number: HL-4471',
  '',
  'We thank you for your letter and confirm the order of two anchors and forty metres of rope for the ferry.',
  '',
  'The anchors are cast in May, so that both of them can be brought to the quay before the ferry goes into the dock in June.',
  '',
  'The rope is on stock and leaves the house tomorrow. The driver calls an hour before he comes to the quay.',
  '',
  'Whoever takes the anchors over at the quay signs for them. The crane of the quay has to be free on that morning.',
].join('\n');

/** A deployment of the older kind: it knows no jobs for summaries, and is slow to read. */
type Older = { url: string; close: () => Promise<void>; asked: string[] };
let t: TestDesk;
let older: Older;
let schemaId: string;

async function startOlder(): Promise<Older> {
  const asked: string[] = [];
  let refusals = 2;
  const server = createServer((request, response) => {
    request.resume();
    const path = `${request.method} ${(request.url ?? '').split('?')[0]}`;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === 'POST /v1/documents') {
      request.on('end', () =>
        answer(201, {
          type: 'document',
          id: 'old-1',
          name: 'letter.txt',
          status: 'completed',
          page_count: 1,
          created_at: new Date().toISOString(),
        }),
      );
    } else if (path === 'GET /v1/documents/old-1') {
      answer(200, {
        type: 'document',
        id: 'old-1',
        name: 'letter.txt',
        status: 'completed',
        page_count: 1,
        created_at: new Date().toISOString(),
      });
    } else if (path.includes('summaries')) {
      asked.push(path);
      if (path.endsWith('/summaries/jobs')) answer(404, { message: 'no such address' });
      else if (refusals-- > 0) answer(408, { message: 'still reading' });
      else
        answer(201, {
          summary: 'We thank you for your letter and confirm the order of two anchors and forty metres of rope for the ferry.',
        });
    } else answer(404, { message: 'nothing here' });
  });
  return { ...(await listen(server)), asked };
}

beforeAll(async () => {
  older = await startOlder();
  t = await startTestDesk({ service: true, work: true });
  const field = (name: string, label: string) => ({ name, type: 'string' as const, label, description: '', required: false });
  const fields = [field('order_number', 'Order number'), field('sender', 'Sender')];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Confirmation', description: '', fields, rules: [] })).id;
});

afterAll(async () => {
  await t?.close();
  await older?.close();
});

const settled = (id: string): Promise<DeskSummary> =>
  vi.waitFor(
    async () => {
      const summary = await findSummary(t.desk, id);
      if (summary?.state !== 'completed' && summary?.state !== 'failed') throw new Error(`The summary is ${summary?.state}.`);
      return summary;
    },
    { timeout: 150_000, interval: 100 },
  );

async function act(id: string, draft: ActionDraft): Promise<void> {
  const { revision } = (await getDocument(t.desk, id)).document;
  await saveActions(t.desk, ACTOR, id, { revision, actions: [{ id: crypto.randomUUID(), draft }] });
}

test('a summary tells values as people left them, and how many were changed since', async () => {
  const { id } = await t.drop(LETTER, { name: 'letter.txt', schemaId });
  await t.until(id, 'to_review');
  await requestSummary(t.desk, ACTOR, id, 'job');
  const made = await settled(id);
  expect(made).toMatchObject({ state: 'completed', endpoint: 'job', corrections_since: 0, is_read_anew: false });
  expect(made.text).toContain('confirm the order of two anchors');
  expect(made.sentences.every(({ evidence }) => evidence.length > 0)).toBe(true);

  await act(id, { kind: 'confirm', pointer: '/order_number' });
  expect(await findSummary(t.desk, id)).toMatchObject({ corrections_since: 0 });
  await act(id, { kind: 'correct', pointer: '/sender', value: 'Harbour Lights', evidence: [] });
  await act(id, { kind: 'correct', pointer: '/sender', value: 'Harbour Lights Ltd', evidence: [] });
  expect(await findSummary(t.desk, id)).toMatchObject({ corrections_since: 1, is_read_anew: false });

  await requestSummary(t.desk, ACTOR, id, 'job');
  const rebuilt = await settled(id);
  expect(rebuilt).toMatchObject({ state: 'completed', corrections_since: 0 });
  expect(rebuilt.facts).toContainEqual(expect.objectContaining({ label: 'Sender', text: 'Harbour Lights Ltd', by_person: true }));

  await startExtraction(t.desk, ACTOR, id, schemaId);
  await vi.waitFor(async () => expect(await findSummary(t.desk, id)).toMatchObject({ is_read_anew: true, corrections_since: 0 }), {
    timeout: 150_000,
    interval: 100,
  });
});

test('a deployment without summary jobs is asked by the older endpoint, and again when it is still reading', async () => {
  const input = { name: 'Older', base_url: `${older.url}/v1/`, api_key: 'key-of-the-older-one', accept_failing: true };
  const { id: deploymentId } = await createDeployment(t.desk, ACTOR, input);
  await saveMapping(t.desk, ACTOR, deploymentId, { remote_schema_id: 'confirmation', schema_id: schemaId });
  const { id } = await submitDocument(t.desk, ACTOR, {
    body: Readable.from([Buffer.from(LETTER)]),
    name: 'letter.txt',
    schemaId: undefined,
    deploymentId,
  });
  await t.until(id, 'indexed');
  await requestSummary(t.desk, ACTOR, id, 'job');
  const summary = await settled(id);
  expect(summary).toMatchObject({ state: 'completed', endpoint: 'deprecated', failure: null });
  expect(summary.sentences[0]?.evidence[0]).toMatchObject({ page: 1 });
  expect(older.asked).toEqual(['POST /v1/summaries/jobs', ...Array.from({ length: 3 }, () => 'POST /v1/documents/old-1/summaries')]);
});
