import { getContent } from '#lib/desk/documents/operations/get-pages.ts';
import { attachment } from '../../../../attachment.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

/** The original file, for saving, never for showing. */
export const GET = createRoute<{ id: string }>('viewer', async ({ params, backend }) => {
  const { name, mediaType, size, body } = await getContent(backend.desk, params.id);
  return attachment(body, { name, mediaType: mediaType ?? 'application/octet-stream', size });
});
