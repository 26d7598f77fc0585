import { z } from 'zod';
import { newMappingSchema } from '#lib/contract/desk/deployment.ts';
import { removeMapping, saveMapping } from '#lib/desk/deployment-settings/operations/schema-mappings.ts';
import { createRoute, json, readBody, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  json(await saveMapping(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, newMappingSchema)), 201),
);

const removeSchema = z.object({ remote_schema_id: z.string().min(1).max(500) });

export const DELETE = createRoute<{ id: string }>('admin', ({ params, query, backend, user }) =>
  removeMapping(backend.desk, { id: user.id, name: user.name }, params.id, readQuery(query, removeSchema).remote_schema_id),
);
