import { getSplitting, requestProposal } from '#lib/desk/splitting/operations/get-splitting.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend, user }) => getSplitting(backend.desk, params.id, user.id));

export const POST = createRoute<{ id: string }>('reviewer', ({ params, backend, user }) =>
  requestProposal(backend.desk, { id: user.id, name: user.name }, params.id),
);
