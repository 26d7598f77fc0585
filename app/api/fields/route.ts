import { compareFieldQuerySchema } from '#lib/contract/desk/compare-field.ts';
import { listFieldValues } from '#lib/desk/reports/operations/list-field-values.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) =>
  listFieldValues(backend.desk, readQuery(query, compareFieldQuerySchema), user.id),
);
