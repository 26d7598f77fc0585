import { retryDocument } from '#lib/desk/documents/operations/resend-document.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', ({ params, backend, user }) =>
  retryDocument(backend.desk, { id: user.id, name: user.name }, params.id),
);
