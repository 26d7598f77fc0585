import { z } from 'zod';
import { recogniseSchema } from '#lib/contract/desk/page-search.ts';
import { recognisePart } from '#lib/desk/documents/operations/recognise-part.ts';
import { createRoute, readBody, readQuery } from '../../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const pageSchema = z.object({ page: z.coerce.number().int().positive().max(10_000_000) });

export const POST = createRoute<{ id: string; number: string }>('reviewer', async ({ request, params, backend }) => {
  const { page } = readQuery(new URLSearchParams({ page: params.number }), pageSchema);
  const { box } = await readBody(request, recogniseSchema);
  return recognisePart(backend.desk, params.id, { page, box, signal: request.signal });
});
