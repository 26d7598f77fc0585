import { z } from 'zod';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { listChanges } from '#lib/desk/documents/operations/list-changes.ts';
import { countUnreadEntries } from '#lib/desk/inbox/operations/list-inbox.ts';
import { createRoute, readQuery } from '../../../create-route.ts';
import { readerOf } from '../../../reader-of.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ since: z.coerce.number().int().nonnegative() });

/** What changed, and how much the person has not read: one request for all that a tab must know. */
export const GET = createRoute('viewer', async ({ query, backend, user }) => {
  // to those who may only look nothing is given to do
  const reader = hasRole(user.role, 'reviewer') ? readerOf(user) : null;
  const { since } = readQuery(query, querySchema);
  const [changes, unread] = await Promise.all([
    listChanges(backend.desk, since, user.id),
    reader && countUnreadEntries(backend.desk, reader),
  ]);
  return unread === null ? changes : { ...changes, unread };
});
