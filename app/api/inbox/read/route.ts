import { readInboxSchema } from '#lib/contract/desk/inbox.ts';
import { readInbox } from '#lib/desk/inbox/operations/list-inbox.ts';
import { createRoute, readBody } from '../../../create-route.ts';
import { readerOf } from '../../../reader-of.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute('reviewer', async ({ request, backend, user }) =>
  readInbox(backend.desk, readerOf(user), await readBody(request, readInboxSchema)),
);
