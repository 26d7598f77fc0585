import { listSamples } from '#lib/desk/documents/operations/samples.ts';
import { createRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend }) => ({ items: await listSamples(backend.desk) }));
