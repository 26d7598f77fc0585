import { countUnreadEntries } from '#lib/desk/inbox/operations/list-inbox.ts';
import { createRoute } from '../../../create-route.ts';
import { readerOf } from '../../../reader-of.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('reviewer', async ({ backend, user }) => ({
  unread: await countUnreadEntries(backend.desk, readerOf(user)),
}));
