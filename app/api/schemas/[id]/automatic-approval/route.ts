import { automaticApprovalQuerySchema, saveAutomaticApprovalSchema } from '#lib/contract/desk/automatic-approval.ts';
import { getAutomaticApproval, saveAutomaticApproval } from '#lib/desk/automatic-approval/operations/automatic-approval.ts';
import { createRoute, readBody, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', async ({ query, params, backend }) => {
  const { error_rate } = readQuery(query, automaticApprovalQuerySchema);
  return getAutomaticApproval(backend.desk, params.id, { errorRate: error_rate });
});

export const PUT = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) =>
  saveAutomaticApproval(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveAutomaticApprovalSchema)),
);
