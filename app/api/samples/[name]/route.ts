import { addSampleSchema } from '#lib/contract/desk/sample.ts';
import { submitSample } from '#lib/desk/documents/operations/samples.ts';
import { createRoute, json, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ name: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { deployment_id: deploymentId } = await readBody(request, addSampleSchema);
  return json(await submitSample(backend.desk, { id: user.id, name: user.name }, params.name, { deploymentId }), 201);
});
