import { z } from 'zod';
import { listWholeAudit } from '#lib/desk/operations/list-audit.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ page: z.coerce.number().int().positive().max(10_000_000).default(1), q: z.string().max(200).optional() });

export const GET = createRoute('admin', ({ query, backend }) => listWholeAudit(backend.desk, readQuery(query, querySchema)));
