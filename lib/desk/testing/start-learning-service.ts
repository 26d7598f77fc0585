import { eq } from 'drizzle-orm';
import { type ExampleDraft, exampleDraftSchema } from '#lib/contract/service/example.ts';
import { TEACH_QUEUE } from '../context/desk.ts';
import { deployments } from '../deployments/tables.ts';
import { submissions } from '../documents/tables.ts';
import { insertReviewable } from './insert-reviewable.ts';
import { startRemote } from './start-remote.ts';
import { startTestDesk, type TestDesk } from './start-test-desk.ts';

export type LearningService = {
  t: TestDesk;
  /** What it has, by `SCHEMA/DOCUMENT`. */
  examples: Map<string, ExampleDraft>;
  /** What it was asked about examples, oldest first, e.g. `POST SCHEMA`. */
  asked: string[];
  /** Called before each answer about examples; what it returns is answered instead. */
  before: { answer: (method: string) => { status: number; code: string } | undefined | Promise<undefined> };
  /** A document under review, and how to ask for its example at the service. */
  makeReviewable: (
    options?: Parameters<typeof insertReviewable>[1],
  ) => Promise<Awaited<ReturnType<typeof insertReviewable>> & { remoteId: string; key: string; find: () => ExampleDraft | undefined }>;
  /** How many jobs are left that may still tell it something. */
  countJobs: () => Promise<number>;
  close: () => Promise<void>;
};

/** A desk whose deployment announces itself as ours, and is one as far as examples go. A removed document is none any more; nothing else is known there. */
export async function startLearningService(): Promise<LearningService> {
  const examples: LearningService['examples'] = new Map();
  const asked: string[] = [];
  const before: LearningService['before'] = { answer: () => undefined };
  const headers = { 'countersign-service': '1' };
  const remote = await startRemote(async ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://service');
    const schemaId = /^\/v1\/schemas\/([^/]+)\/examples$/.exec(pathname)?.[1];
    const removed = method === 'DELETE' && /^\/v1\/documents\/([^/]+)$/.exec(pathname)?.[1];
    if (removed) for (const key of examples.keys()) if (key.endsWith(`/${removed}`)) examples.delete(key);
    if (!schemaId) return { status: 404, body: { code: 'not_found' }, headers };
    asked.push(`${method} ${schemaId}`);
    const refusal = await before.answer(method);
    if (refusal) return { status: refusal.status, body: { code: refusal.code }, headers };
    if (method === 'POST') {
      const draft = exampleDraftSchema.parse(JSON.parse(body.toString()));
      examples.set(`${schemaId}/${draft.document_id}`, draft);
      return { status: 201, body: {}, headers };
    }
    const documentId = searchParams.get('document_id');
    for (const key of examples.keys()) if (key.startsWith(`${schemaId}/${documentId ?? ''}`)) examples.delete(key);
    return { status: 204, body: undefined, headers };
  });
  const t = await startTestDesk({ deployment: { url: remote.url, key: 'k' } });
  await t.desk.database.update(deployments).set({ ours: true }).where(eq(deployments.fromEnvironment, true));
  await t.worker.start();
  return {
    t,
    examples,
    asked,
    before,
    async makeReviewable(options = {}) {
      const made = await insertReviewable(t.desk, options);
      const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, made.id));
      const key = `${made.schemaId}/${submission?.remoteDocumentId}`;
      return { ...made, remoteId: submission!.remoteDocumentId!, key, find: () => examples.get(key) };
    },
    async countJobs() {
      const { waiting, active } = await t.queue.count(TEACH_QUEUE);
      return waiting + active;
    },
    async close() {
      await t.close();
      await remote.close();
    },
  };
}
