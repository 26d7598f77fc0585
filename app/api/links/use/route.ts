import { useLinkSchema } from '#lib/contract/desk/people.ts';
import { readSessionBody } from '#lib/session/context/read-session-body.ts';
import { spendLink } from '#lib/session/links/spend-link.ts';
import { createOpenRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

/** Joins with an invitation, or sets a new password. */
export const POST = createOpenRoute(async ({ request, backend }) => {
  backend.sessions.requireSameOrigin(request);
  return spendLink(backend.sessions.context, request, await readSessionBody(request, useLinkSchema));
});
