import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createOpenRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

/** Every address under /api that no other route answers. */
const answer = createOpenRoute<{ path: string[] }>(async () => {
  throw new ProblemError('not_found', 'There is nothing at this address.');
});

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
