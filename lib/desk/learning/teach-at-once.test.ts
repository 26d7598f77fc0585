import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../documents/tables.ts';
import { type LearningService, startLearningService } from '../testing/start-learning-service.ts';
import { teachDocument } from './teach-document.ts';

let service: LearningService;
beforeAll(async () => {
  service = await startLearningService();
});
afterAll(() => service.close());

type Job = Parameters<typeof teachDocument>[1];
const jobOf = (data: Job['data'], waitedMs = 0) => ({ data, signal: new AbortController().signal, waitedMs }) as Job;

test('three jobs about one document at the same time tell it one after another, and come to an end', async () => {
  const { desk } = service.t;
  const { id, find } = await service.makeReviewable();
  await desk.database.update(documents).set({ state: 'approved', approvedAt: new Date(), revision: 1 }).where(eq(documents.id, id));
  service.before.answer = async () => {
    await sleep(20);
    return undefined;
  };
  /** Runs a job as the queue does, four times as fast, until it asks for no other run. */
  const runToEnd = async (data: Job['data']) => {
    for (let waitedMs = 0; ; ) {
      const again = await teachDocument(desk, jobOf(data, waitedMs));
      if (!again) return;
      waitedMs += again.againInMs;
      await sleep(again.againInMs / 4);
    }
  };
  await Promise.all(
    [{ documentId: id }, { documentId: id, isChecked: true as const }, { documentId: id, isChecked: true as const }].map(runToEnd),
  );
  expect(find()).toBeDefined();
  // once, and once more for each of the two that had more to say of it meanwhile; each told it again and again when they took each other's turn
  expect(service.asked.length).toBeLessThanOrEqual(3);
});
