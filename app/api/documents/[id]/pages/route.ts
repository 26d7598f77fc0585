import { z } from 'zod';
import { listPages } from '#lib/desk/documents/operations/get-pages.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const number = z.coerce.number().int().positive().max(10_000_000);
const querySchema = z.object({ from: number.default(1), to: number.default(20) });

export const GET = createRoute<{ id: string }>('viewer', ({ params, query, backend }) =>
  listPages(backend.desk, params.id, readQuery(query, querySchema)),
);
