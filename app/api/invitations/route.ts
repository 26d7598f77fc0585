import { newInvitationSchema } from '#lib/contract/desk/people.ts';
import { createInvitation, listInvitations } from '#lib/session/links/one-time-links.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', async ({ backend }) => ({ items: await listInvitations(backend.sessions.context) }));

export const POST = createRoute('admin', async ({ request, backend, user }) =>
  json(await createInvitation(backend.sessions.context, request, user, await readBody(request, newInvitationSchema)), 201),
);
