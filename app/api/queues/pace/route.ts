import { findPace } from '#lib/desk/queues/operations/find-pace.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend, user }) => ({
  seconds_per_document: await findPace(backend.desk.database, user.id),
}));
