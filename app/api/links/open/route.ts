import { openLinkSchema } from '#lib/contract/desk/people.ts';
import { readSessionBody } from '#lib/session/context/read-session-body.ts';
import { openLink } from '#lib/session/links/one-time-links.ts';
import { createOpenRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

/** What a one-time link is for. By POST, so that its secret stands in no address. */
export const POST = createOpenRoute(async ({ request, backend }) => {
  backend.sessions.requireSameOrigin(request);
  return openLink(backend.sessions.context, (await readSessionBody(request, openLinkSchema)).token);
});
