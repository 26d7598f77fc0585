import { newApiKeySchema } from '#lib/contract/api-key.ts';
import { noteEvent } from '#lib/desk/operations/note-event.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

/** The keys of the embedded service, managed through its own interface with the desk's key. */
export const GET = createRoute('admin', async ({ backend }) => ({ items: await backend.keys.list() }));

export const POST = createRoute('admin', async ({ request, backend, user }) => {
  const body = await readBody(request, newApiKeySchema);
  const made = await backend.keys.create({ ...body, made_by: user.name });
  const { name, prefix, scopes, expires_at } = made;
  await noteEvent(backend.desk, user, 'api_key.made', { key: name, prefix, scopes, until: expires_at });
  return json(made, 201);
});
