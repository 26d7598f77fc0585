import { findClassification, requestClassification } from '#lib/desk/classification/operations/classifications.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend }) => ({
  classification: await findClassification(backend.desk, params.id),
}));

export const POST = createRoute<{ id: string }>('reviewer', ({ params, backend, user }) =>
  requestClassification(backend.desk, { id: user.id, name: user.name }, params.id),
);
