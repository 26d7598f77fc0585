import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault, Phase } from '#lib/deployment/stand-in/faults.ts';
import { createConcurrencyLimit } from '#lib/platform/concurrency-limit.ts';
import { createDeployment } from './deployment-settings/operations/deployments.ts';
import { saveMapping } from './deployment-settings/operations/schema-mappings.ts';
import { retryDocument } from './documents/operations/resend-document.ts';
import { submitDocument } from './documents/operations/submit-document.ts';
import { documents } from './documents/tables.ts';
import { saveSchema } from './schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from './testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from './testing/start-test-desk.ts';

/**
 * What happens to a document when its deployment misbehaves: `reviewed` = it gets through by itself; a code = it fails
 * with that and can be tried again. What can pass by itself comes twice, then the deployment is well again.
 */
const MATRIX: Record<Exclude<Phase, 'summary'>, Partial<Record<Fault, string>>> = {
  upload: {
    slow: 'reviewed',
    too_many: 'reviewed',
    too_many_retry_after: 'reviewed',
    retry_after_other_clock: 'reviewed',
    server_error: 'reviewed',
    server_error_html: 'reviewed',
    unavailable_empty: 'reviewed',
    reset: 'reviewed',
    lost_answer: 'sending_unsure',
    refused_key: 'deployment_refused',
    forbidden: 'deployment_refused',
    refuse_400: 'invalid_request',
    refuse_402: 'deployment_refused',
    refuse_413: 'file_too_large',
    refuse_415: 'unsupported_media_type',
    refuse_422: 'invalid_request',
    empty_answer: 'sending_unsure',
    html_answer: 'sending_unsure',
  },
  document: {
    slow: 'reviewed',
    too_many: 'reviewed',
    too_many_retry_after: 'reviewed',
    retry_after_other_clock: 'reviewed',
    server_error: 'reviewed',
    server_error_html: 'reviewed',
    unavailable_empty: 'reviewed',
    reset: 'reviewed',
    refused_key: 'deployment_refused',
    unknown: 'reviewed',
    empty_answer: 'reviewed',
    html_answer: 'reviewed',
    missing_status: 'reviewed',
    odd_state: 'reviewed',
    never_settles: 'document_not_processed',
    fails: 'remote',
  },
  create_job: {
    slow: 'reviewed',
    too_many: 'reviewed',
    too_many_retry_after: 'reviewed',
    retry_after_other_clock: 'reviewed',
    server_error: 'reviewed',
    server_error_html: 'reviewed',
    unavailable_empty: 'reviewed',
    reset: 'sending_unsure',
    lost_answer: 'sending_unsure',
    refused_key: 'deployment_refused',
    unknown: 'reviewed',
    conflict: 'reviewed',
    empty_answer: 'sending_unsure',
    html_answer: 'sending_unsure',
  },
  job: {
    slow: 'reviewed',
    too_many: 'reviewed',
    too_many_retry_after: 'reviewed',
    retry_after_other_clock: 'reviewed',
    server_error: 'reviewed',
    server_error_html: 'reviewed',
    unavailable_empty: 'reviewed',
    reset: 'reviewed',
    refused_key: 'deployment_refused',
    unknown: 'reviewed',
    empty_answer: 'reviewed',
    html_answer: 'reviewed',
    missing_status: 'reviewed',
    odd_state: 'reviewed',
    with_errors: 'reviewed',
    never_settles: 'document_not_processed',
    fails: 'extraction_failed',
  },
};
const GIVE_UP_MS = 30_000;
/** Documents under way at a time. */
const AT_ONCE = 12;
const CELLS = (Object.keys(MATRIX) as (keyof typeof MATRIX)[]).flatMap((phase) =>
  (Object.keys(MATRIX[phase]) as Fault[]).map((fault) => ({ phase, fault, expected: MATRIX[phase][fault] ?? '' })),
);
type Seen = { outcome: string; trouble: boolean; documents: number; jobs: number; again: string; documentsAfter: number };

let t: TestDesk;
let standIn: SpawnedStandIn;
const seen = new Map<string, Seen>();
const nameOf = (phase: string, fault: string) => `at-${phase}-${fault}-`;

beforeAll(async () => {
  const rules = CELLS.map(({ phase, fault, expected }) => {
    // what ends an attempt at once comes once, so that trying again can show its worth
    const once =
      ['fails', 'lost_answer', 'empty_answer', 'html_answer'].includes(fault) || !['reviewed', 'document_not_processed'].includes(expected);
    // sent again the file goes in one piece: whether a second reset comes in its middle or after it is chance
    const isLottery = phase === 'upload' && fault === 'reset';
    const times = fault === 'never_settles' ? 0 : once || isLottery ? 1 : 2;
    return { name: nameOf(phase, fault), phase, fault, times };
  });
  standIn = await spawnStandIn({ rules, slow_ms: 1_500 });
  t = await startTestDesk({ work: true, settings: { giveUpMs: GIVE_UP_MS }, limits: { uploadIdleMs: 60_000 } });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  const schema = await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] });
  const watched = watch();
  const few = createConcurrencyLimit(AT_ONCE);
  await Promise.all(CELLS.map((cell) => few(() => follow(cell, schema.id))));
  watching = false;
  await watched;
}, 400_000);

afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

/** A deployment that refuses has all its documents wait: each fault comes at one of its own. */
async function connect(name: string, schemaId: string): Promise<string> {
  const input = { name, base_url: standIn.url, api_key: standIn.key, accept_failing: false, accept_duplicate: true };
  const { id } = await createDeployment(t.desk, ACTOR, input);
  await saveMapping(t.desk, ACTOR, id, { remote_schema_id: 'small-invoice', schema_id: schemaId });
  return id;
}

async function follow({ phase, fault }: (typeof CELLS)[number], schemaId: string): Promise<void> {
  const name = nameOf(phase, fault);
  const deploymentId = await connect(name, schemaId);
  const text = `${phase} ${fault}\nInvoice number: INV-${phase.length}${fault.length}-7\nTotal: 12.50\n`;
  // a reset in mid-upload needs an upload that takes its time
  const body = phase === 'upload' && fault === 'reset' ? slowly(text) : Readable.from([Buffer.from(text)]);
  const { id } = await submitDocument(t.desk, ACTOR, { body, name: `${name}.txt`, schemaId, deploymentId });
  const first = await settle(id);
  const counts = await count(name);
  let again = '';
  if (first.outcome !== 'reviewed') {
    await standIn.control({});
    if (fault !== 'never_settles') {
      await retryDocument(t.desk, ACTOR, id);
      triedAgainAt.set(id, Date.now());
      states.delete(id);
      again = (await settle(id)).outcome;
    }
  }
  seen.set(name, { ...first, ...counts, again, documentsAfter: (await count(name)).documents });
}

const states = new Map<string, { outcome: string | null; trouble: boolean }>();
const triedAgainAt = new Map<string, number>();
let watching = true;

/** Asks for all documents at once, again and again. */
async function watch(): Promise<void> {
  for (; watching; await sleep(200)) {
    const askedAt = Date.now();
    for (const row of await t.desk.database.select().from(documents)) {
      if ((triedAgainAt.get(row.id) ?? 0) >= askedAt) continue;
      const trouble = (states.get(row.id)?.trouble ?? false) || row.trouble !== null;
      const outcome = row.state === 'to_review' ? 'reviewed' : row.state === 'failed' ? (row.failure?.code ?? 'failed') : null;
      states.set(row.id, { outcome, trouble });
    }
  }
}

async function settle(id: string): Promise<{ outcome: string; trouble: boolean }> {
  for (const end = Date.now() + 150_000; Date.now() < end; await sleep(100)) {
    const { outcome = null, trouble = false } = states.get(id) ?? {};
    if (outcome) return { outcome, trouble };
  }
  throw new Error('The document settled nowhere.');
}

async function count(name: string): Promise<{ documents: number; jobs: number }> {
  const state = await standIn.state();
  return {
    documents: state.documents.filter((document) => document.name.startsWith(name)).length,
    jobs: state.jobs.filter((job) => job.document.startsWith(name)).length,
  };
}

function slowly(text: string): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(text);
      await sleep(5000);
      yield Buffer.from('Thank you\n');
    })(),
  );
}

function rowOf(phase: string, fault: string): string {
  const { outcome, trouble, documents, jobs, again } = seen.get(nameOf(phase, fault))!;
  const after = again ? `${again} after “Try again”` : outcome === 'reviewed' ? '' : 'looked at again by “Try again”';
  return `| ${phase} | ${fault} | ${outcome} | ${trouble ? 'yes' : 'no'} | ${documents} | ${jobs} | ${after} |`;
}

test.each(CELLS)('$fault at $phase ends as $expected', ({ phase, fault, expected }) => {
  const found = seen.get(nameOf(phase, fault))!;
  expect(found.outcome).toBe(expected);
  // without a person's word nothing is there twice
  expect(found.documents).toBeLessThanOrEqual(1);
  expect(found.jobs).toBeLessThanOrEqual(1);
  if (found.outcome !== 'reviewed' && fault !== 'never_settles') expect(found.again).toBe('reviewed');
});

test('the fault matrix is the one in docs/deployments.md', () => {
  const rows = CELLS.map(({ phase, fault }) => rowOf(phase, fault));
  const docs = readFileSync(path.resolve('docs/deployments.md'), 'utf8');
  console.info(rows.join('\n'));
  const facts = (row: string) =>
    row
      .split('|')
      .filter((_cell, index) => index !== 4)
      .join('|');
  for (const row of rows) expect(docs.split('\n').map(facts)).toContain(facts(row));
});
