import { saveActionsSchema } from '#lib/contract/desk/desk-document.ts';
import { saveActions } from '#lib/desk/review/operations/save-actions.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  saveActions(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveActionsSchema)),
);
