import { saveQualitySampleSchema } from '#lib/contract/desk/quality-sample.ts';
import { saveQualitySample } from '#lib/desk/review/operations/quality-samples.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  await saveQualitySample(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveQualitySampleSchema));
  return new Response(null, { status: 204 });
});
