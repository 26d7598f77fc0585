import { addSampleQuerySchema } from '#lib/contract/desk/sample.ts';
import { submitSample } from '#lib/desk/documents/operations/samples.ts';
import { createRoute, json, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ name: string }>('reviewer', async ({ params, query, backend, user }) => {
  const { deployment_id: deploymentId } = readQuery(query, addSampleQuerySchema);
  return json(await submitSample(backend.desk, { id: user.id, name: user.name }, params.name, { deploymentId }), 201);
});
