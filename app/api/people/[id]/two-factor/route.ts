import { removeTwoFactorOf } from '#lib/session/people/people.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const DELETE = createRoute<{ id: string }>('admin', ({ params, backend, user }) =>
  removeTwoFactorOf(backend.sessions.context, user, params.id),
);
