import { z } from 'zod';
import { saveRetentionSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { countRetention } from '#lib/desk/documents/operations/retention.ts';
import { saveRetention } from '#lib/desk/schemas/operations/schema-settings.ts';
import { createRoute, readBody, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ days: z.coerce.number().int().min(1).max(36_500) });

/** What keeping them so many days would remove now; nothing is changed. */
export const GET = createRoute<{ id: string }>('admin', ({ params, query, backend }) =>
  countRetention(backend.desk, params.id, readQuery(query, querySchema).days),
);

export const PUT = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  saveRetention(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveRetentionSchema)),
);
