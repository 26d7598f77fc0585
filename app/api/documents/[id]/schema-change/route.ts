import { z } from 'zod';
import { getSchemaChange } from '#lib/desk/review/operations/get-schema-change.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ schema_id: z.string().max(200).default('') });

export const GET = createRoute<{ id: string }>('viewer', ({ query, params, backend, user }) =>
  getSchemaChange(backend.desk, params.id, readQuery(query, querySchema).schema_id, user.id),
);
