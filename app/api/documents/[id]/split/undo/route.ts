import { undoSplitSchema } from '#lib/contract/desk/splitting.ts';
import { undoSplit } from '#lib/desk/splitting/operations/undo-split.ts';
import { createRoute, readBody } from '../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  undoSplit(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, undoSplitSchema)),
);
