import { createPasswordReset } from '#lib/session/links/one-time-links.ts';
import { createRoute, json } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  json(await createPasswordReset(backend.sessions.context, request, user, params.id), 201),
);
