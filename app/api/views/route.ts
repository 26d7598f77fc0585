import { viewDraftSchema } from '#lib/contract/desk/search/saved-view.ts';
import { listViews, saveView } from '#lib/desk/search/operations/saved-views.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ backend, user }) => listViews(backend.desk, user));

/** Everybody saves views of their own; the operation refuses viewers who share. */
export const POST = createRoute('viewer', async ({ request, backend, user }) =>
  json(await saveView(backend.desk, user, await readBody(request, viewDraftSchema)), 201),
);
