import { z } from 'zod';
import type { Box } from '#lib/contract/service/box.ts';
import { getPicture } from '#lib/desk/documents/operations/get-pages.ts';
import { createRoute, readQuery } from '../../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const edge = z.coerce.number().min(0).max(1).optional();
/** A part of a page smaller than this, in box scale, is nothing to look at. */
const LEAST = 0.0005;
const querySchema = z
  .object({ width: z.coerce.number().int().min(1).max(8000).default(1200), left: edge, top: edge, right: edge, bottom: edge })
  .superRefine(({ left, top, right, bottom }, context) => {
    const given = [left, top, right, bottom].filter((value) => value !== undefined).length;
    if (given === 0) return;
    if (left === undefined || top === undefined || right === undefined || bottom === undefined)
      context.addIssue({ code: 'custom', path: [], message: 'Give all of left, top, right and bottom, or none.' });
    else if (right - left < LEAST || bottom - top < LEAST)
      context.addIssue({
        code: 'custom',
        path: [],
        message: 'The part of the page is empty: left must be less than right, top less than bottom.',
      });
  });
const pageSchema = z.object({ page: z.coerce.number().int().positive().max(10_000_000) });

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
