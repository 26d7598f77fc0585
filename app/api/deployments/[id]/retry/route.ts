import { retryFailedAt } from '#lib/desk/documents/operations/resend-document.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('admin', ({ params, backend, user }) =>
  retryFailedAt(backend.desk, { id: user.id, name: user.name }, params.id),
);
