import { hasRole } from '#lib/contract/desk/has-role.ts';
import { insightsQuerySchema } from '#lib/contract/desk/insights/insights.ts';
import { getInsights } from '#lib/desk/insights/operations/get-insights.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) =>
  getInsights(backend.desk, readQuery(query, insightsQuerySchema), { withPeople: hasRole(user.role, 'admin') }),
);
