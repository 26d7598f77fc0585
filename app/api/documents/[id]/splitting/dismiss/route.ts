import { dismissSplitSchema } from '#lib/contract/desk/splitting.ts';
import { dismissProposal } from '#lib/desk/splitting/operations/get-splitting.ts';
import { createRoute, readBody } from '../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { tab } = await readBody(request, dismissSplitSchema);
  return dismissProposal(backend.desk, { id: user.id, name: user.name }, params.id, tab);
});
