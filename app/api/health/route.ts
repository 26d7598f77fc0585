import { sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createOpenRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

/** `{status: "ok"}` when the desk can work: the database answers. */
export const GET = createOpenRoute(async ({ backend }) => {
  try {
    await backend.desk.database.execute(sql`select 1`);
  } catch (cause) {
    throw new ProblemError('unavailable', 'The database does not answer.', { headers: { 'retry-after': '2' }, cause });
  }
  return { status: 'ok' };
});
