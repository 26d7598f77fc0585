import { saveThresholdSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { saveThreshold } from '#lib/desk/schemas/operations/schema-settings.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) =>
  saveThreshold(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveThresholdSchema)),
);
