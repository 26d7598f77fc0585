import { type ChildProcess, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { jobs } from '../context/tables.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { createSummaryWaits } from './summary-waits.ts';

/** Nobody is sent away because a busy machine took long. */
const PATIENT = { processingWindowMs: 3_600_000 };

const LETTER = [
  'We confirm the order of two ovens for the bakery at the old harbour.',
  'The ovens are built in May and brought to the bakery in the first week of June.',
  'The driver needs a free lane in front of the bakery from eight to ten in the morning.',
  'Whoever takes the ovens over signs for them at the gate of the bakery.',
  'The old ovens are taken along on the same day if nobody says otherwise.',
].join('\n\n');

let test: TestService;
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await test.close();
});

async function upload(): Promise<string> {
  const form = new FormData();
  form.set('file', new File([LETTER], 'letter.txt'));
  return (await (await test.ask('/v1/documents', { method: 'POST', body: form })).json()).id;
}

const countJobs = async () => (await test.context.database.select({ id: jobs.id }).from(jobs).where(eq(jobs.kind, 'summary'))).length;

function ask(base: string, documentId: string, idempotencyKey: string): Promise<Response> {
  return fetch(`${base}/v1/documents/${documentId}/summaries?block_until_completed=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.key}`, 'idempotency-key': idempotencyKey },
  });
}

/** The service's HTTP program as a process of its own, without a worker. */
async function spawnService(): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.resolve('dist/service.mjs')], {
    env: {
      ...process.env,
      COUNTERSIGN_DATA_DIR: test.folder,
      DATABASE_URL: test.databaseUrl,
      COUNTERSIGN_API_KEY: 'key-of-the-configuration',
      COUNTERSIGN_SERVICE_PORT: '0',
      COUNTERSIGN_PROCESSING_WINDOW_SECONDS: String(PATIENT.processingWindowMs / 1000),
      COUNTERSIGN_LOG_LEVEL: 'debug',
      COUNTERSIGN_LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  const port = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /"listening".*?"port":(\d+)|"port":(\d+).*?"listening"/.exec(said);
      if (found) resolve(found[1] ?? found[2] ?? '');
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code}: ${said}`)));
  });
  return { base: `http://127.0.0.1:${port}`, child };
}

describe('callers that wait for a summary', () => {
  it('may be 200 without slowing down what others ask', async () => {
    test = await startTestService({ worker: false, service: PATIENT });
    const { port } = await test.service.startHttp();
    const base = `http://127.0.0.1:${port}`;
    const documentId = await upload();
    // the fastest of many: the machine's other work only adds to it
    const fastest = async () => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 40; round++) {
        const started = performance.now();
        const answer = await fetch(`${base}/v1/documents/${documentId}`, { headers: { authorization: `Bearer ${test.key}` } });
        await answer.arrayBuffer();
        best = Math.min(best, performance.now() - started);
      }
      return best;
    };
    const alone = await fastest();
    let answered = 0;
    const callers = Array.from({ length: 200 }, (_, index) => ask(base, documentId, `caller-${index % 10}`));
    // ten summaries with twenty callers each: who asks while the first of a key is still being taken in asks again
    const answers = callers.map(async (caller, index) => {
      let answer = await caller;
      while (answer.status === 409) {
        await sleep(50);
        answer = await ask(base, documentId, `caller-${index % 10}`);
      }
      answered += 1;
      return (await answer.json()) as { id: string; status: string };
    });
    await until(countJobs, (count) => count === 10);
    const blocked = await fastest();
    expect(answered).toBe(0);
    // what a busy machine adds to one of forty requests at least is far below a quarter of a second
    expect(blocked).toBeLessThan(Math.max(10 * alone, 250));

    await test.service.startWorker();
    const summaries = await Promise.all(answers);
    expect(summaries.every(({ status }) => status === 'completed')).toBe(true);
    expect(new Set(summaries.map(({ id }) => id)).size).toBe(10);
  });

  it('are looked for together: as often as time goes by, not as often as there are callers', async () => {
    test = await startTestService({ worker: false, service: PATIENT });
    const documentId = await upload();
    const { database } = test.context;
    let looks = 0;
    const counting = new Proxy(database, {
      get(target, name, receiver) {
        if (name === 'select') looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const made = await test.ask('/v1/summaries/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_id: documentId }),
    });
    const { id } = await made.json();
    const waits = createSummaryWaits({ ...test.context, database: counting }, () => false);
    const leaving = new AbortController();
    setMaxListeners(200, leaving.signal);
    const started = performance.now();
    const callers = Array.from({ length: 200 }, () => waits.wait(id, leaving.signal).catch((error: unknown) => error));
    await until(
      async () => looks,
      (count) => count >= 5,
    );
    expect(looks).toBeLessThanOrEqual((performance.now() - started) / 200 + 1);
    leaving.abort();
    const outcomes = await Promise.all(callers);
    expect(outcomes.every((error) => error instanceof ProblemError && error.code === 'upload_interrupted')).toBe(true);
  });

  it('get their one summary although the service was killed meanwhile, when they ask again under the same key', async () => {
    test = await startTestService({ worker: false, service: PATIENT });
    const documentId = await upload();
    let service = await spawnService();
    const askUntilAnswered = async (key: string) => {
      for (;;) {
        const answer = await ask(service.base, documentId, key).catch(() => null);
        if (answer?.status === 201) return (await answer.json()) as { id: string; summary: string };
        if (answer) expect([409, 503]).toContain(answer.status);
        await sleep(100);
      }
    };
    const callers = Array.from({ length: 8 }, (_, index) => askUntilAnswered(`caller-${index}`));
    await until(countJobs, (count) => count === 8);
    service.child.removeAllListeners('exit');
    service.child.kill('SIGKILL');
    service = await spawnService();
    await test.service.startWorker();
    const summaries = await Promise.all(callers);
    expect(new Set(summaries.map(({ id }) => id)).size).toBe(8);
    expect(summaries.every(({ summary }) => summary.includes('ovens'))).toBe(true);
    expect(await countJobs()).toBe(8);
  });

  it('are sent away to come back when the service ends', async () => {
    test = await startTestService({ worker: false, service: PATIENT });
    const documentId = await upload();
    const { port } = await test.service.startHttp();
    const caller = ask(`http://127.0.0.1:${port}`, documentId, 'caller-1');
    await until(countJobs, (count) => count === 1);
    await test.service.drain(60_000);
    const answer = await caller;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('3');
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('same Idempotency-Key') });
  });
});
