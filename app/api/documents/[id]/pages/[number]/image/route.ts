import { z } from 'zod';
import type { Box } from '#lib/contract/box.ts';
import { getPicture } from '#lib/desk/operations/get-pages.ts';
import { createRoute, readQuery } from '../../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const edge = z.coerce.number().min(0).max(1).optional();
const querySchema = z.object({
  width: z.coerce.number().int().min(1).max(8000).default(1200),
  left: edge,
  top: edge,
  right: edge,
  bottom: edge,
});
const pageSchema = z.object({ page: z.coerce.number().int().positive() });

/** Pictures never change for the same document, page, width and part. */
export const GET = createRoute<{ id: string; number: string }>('viewer', async ({ request, params, query, backend }) => {
  const { width, left, top, right, bottom } = readQuery(query, querySchema);
  const { page } = readQuery(new URLSearchParams({ page: params.number }), pageSchema);
  const edges = [left, top, right, bottom];
  const region = edges.every((value) => value !== undefined) ? (edges as Box) : undefined;
  const { bytes, mediaType } = await getPicture(backend.desk, params.id, { page, width, region, signal: request.signal });
  return new Response(bytes as BodyInit, {
    headers: { 'content-type': mediaType, 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=31536000, immutable' },
  });
});
