import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve, reopen } from '../review/operations/decide.ts';
import { listEvents } from '../testing/list-events.ts';
import { type LearningService, startLearningService } from '../testing/start-learning-service.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { taught } from './tables.ts';

let service: LearningService;
beforeAll(async () => {
  service = await startLearningService();
});
afterAll(() => service.close());
/** Waits until no job is left that could tell anything. */
const untilTold = () => expect.poll(service.countJobs, { timeout: 20_000 }).toBe(0);

test('what another job takes back at this moment is not taken back twice', async () => {
  const { id, find } = await service.makeReviewable();
  await approve(service.t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await expect.poll(find).toBeDefined();
  await untilTold();
  service.asked.length = 0;
  await service.t.desk.database.transaction(async (other) => {
    await other.delete(taught).where(eq(taught.documentId, id));
    await reopen(service.t.desk, ACTOR, id, { revision: 1 });
    await expect.poll(isOneWaiting, { timeout: 10_000 }).toBe(true);
  });
  await untilTold();
  expect(service.asked).toEqual([]);
  expect(await listEvents(service.t.desk, id)).not.toContain('document.untaught');

  /** Whether a statement on these rows waits for the transaction. */
  async function isOneWaiting(): Promise<boolean> {
    const { rows } = await service.t.desk.database.execute(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike '%"taught"%'`);
    return rows.length > 0;
  }
});
