import { z } from 'zod';
import { listChanges } from '#lib/desk/documents/operations/list-changes.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ since: z.coerce.number().int().nonnegative() });

export const GET = createRoute('viewer', ({ query, backend }) => listChanges(backend.desk, readQuery(query, querySchema).since));
