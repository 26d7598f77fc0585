import { saveSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { saveSchemaSettings } from '#lib/desk/schemas/operations/schema-settings.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) =>
  saveSchemaSettings(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveSchemaSettingsSchema)),
);
