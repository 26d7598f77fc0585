import { newApiKeySchema } from '#lib/contract/desk/api-key.ts';
import { createServiceKey, listServiceKeys } from '#lib/desk/deployments/operations/service-keys.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

/** The keys of the embedded service. */
export const GET = createRoute('admin', async ({ backend }) => ({ items: await listServiceKeys(backend.desk) }));

export const POST = createRoute('admin', async ({ request, backend, user }) =>
  json(await createServiceKey(backend.desk, user, await readBody(request, newApiKeySchema)), 201),
);
