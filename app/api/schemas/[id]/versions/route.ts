import { listSchemaVersions } from '#lib/desk/schemas/operations/save-schema.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend }) => ({
  items: await listSchemaVersions(backend.desk, params.id),
}));
