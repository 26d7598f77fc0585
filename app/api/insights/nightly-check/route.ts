import { nightlyCheckQuerySchema, saveNightlyCheckSchema } from '#lib/contract/desk/insights/nightly-check.ts';
import { getNightlyCheck, runNightlyCheckNow, saveNightlyCheck } from '#lib/desk/previews/operations/nightly-check.ts';
import { createRoute, readBody, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend }) => getNightlyCheck(backend.desk, readQuery(query, nightlyCheckQuerySchema)));

export const POST = createRoute('admin', async ({ backend, user }) => {
  await runNightlyCheckNow(backend.desk, { id: user.id, name: user.name });
  return getNightlyCheck(backend.desk, {});
});

export const PUT = createRoute('admin', async ({ request, backend, user }) => {
  const { is_on } = await readBody(request, saveNightlyCheckSchema);
  await saveNightlyCheck(backend.desk, { id: user.id, name: user.name }, is_on);
  return getNightlyCheck(backend.desk, {});
});
