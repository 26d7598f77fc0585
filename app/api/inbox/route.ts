import { listInboxQuerySchema } from '#lib/contract/desk/inbox.ts';
import { listInbox } from '#lib/desk/inbox/operations/list-inbox.ts';
import { createRoute, readQuery } from '../../create-route.ts';
import { readerOf } from '../../reader-of.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('reviewer', ({ query, backend, user }) =>
  listInbox(backend.desk, readerOf(user), readQuery(query, listInboxQuerySchema)),
);
