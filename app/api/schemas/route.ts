import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { listSchemas, saveSchema } from '#lib/desk/schemas/operations/save-schema.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend }) => ({ items: await listSchemas(backend.desk) }));

export const POST = createRoute('schema_owner', async ({ request, backend, user }) =>
  json(await saveSchema(backend.desk, { id: user.id, name: user.name }, await readBody(request, schemaDraftSchema)), 201),
);
