import { hasRole } from '#lib/contract/desk/has-role.ts';
import { overviewQuerySchema } from '#lib/contract/desk/insights/overview.ts';
import { getOverview } from '#lib/desk/insights/operations/get-overview.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) => {
  const { time_zone } = readQuery(query, overviewQuerySchema);
  return getOverview(backend.desk, { id: user.id, name: user.name }, { timeZone: time_zone, withHealth: hasRole(user.role, 'admin') });
});
