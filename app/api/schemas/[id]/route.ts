import { z } from 'zod';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { getSchema, removeSchema, saveSchema } from '#lib/desk/schemas/operations/save-schema.ts';
import { createRoute, readBody, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ version: z.coerce.number().int().positive().max(2_147_483_647).optional() });

export const GET = createRoute<{ id: string }>('viewer', ({ params, query, backend }) =>
  getSchema(backend.desk, params.id, readQuery(query, querySchema).version),
);

export const PUT = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) =>
  saveSchema(backend.desk, { id: user.id, name: user.name }, await readBody(request, schemaDraftSchema), params.id),
);

export const DELETE = createRoute<{ id: string }>('schema_owner', async ({ params, backend, user }) => {
  await removeSchema(backend.desk, { id: user.id, name: user.name }, params.id);
  return new Response(null, { status: 204 });
});
