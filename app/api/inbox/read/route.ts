import { readInboxSchema } from '#lib/contract/desk/inbox.ts';
import { readInbox } from '#lib/desk/inbox/operations/list-inbox.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute('reviewer', async ({ request, backend, user }) =>
  readInbox(backend.desk, { id: user.id, isAdmin: user.role === 'admin' }, await readBody(request, readInboxSchema)),
);
