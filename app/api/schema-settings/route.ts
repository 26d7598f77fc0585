import { listSchemaSettings } from '#lib/desk/schemas/operations/schema-settings.ts';
import { createRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend }) => ({ items: await listSchemaSettings(backend.desk) }));
