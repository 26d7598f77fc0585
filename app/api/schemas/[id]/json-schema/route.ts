import { getSchema } from '#lib/desk/schemas/operations/save-schema.ts';
import { jsonSchemaOf } from '#lib/document/schemas/json-schema-of.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend }) =>
  jsonSchemaOf(await getSchema(backend.desk, params.id)),
);
