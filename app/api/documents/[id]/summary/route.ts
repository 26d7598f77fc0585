import { requestSummarySchema } from '#lib/contract/desk/deployment.ts';
import { findSummary, requestSummary } from '#lib/desk/summaries/operations/summaries.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend, user }) => ({
  summary: await findSummary(backend.desk, params.id, user.id),
}));

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { endpoint } = await readBody(request, requestSummarySchema);
  return { summary: await requestSummary(backend.desk, { id: user.id, name: user.name }, params.id, endpoint) };
});
