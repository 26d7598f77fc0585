import { z } from 'zod';
import { getRawAnswer, getWholeAnswer } from '#lib/desk/review/operations/get-raw-answer.ts';
import { attachment } from '../../../../attachment.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

const querySchema = z.object({ download: z.literal('1').optional() });

export const GET = createRoute<{ id: string }>('viewer', async ({ params, query, backend, user }) => {
  if (!readQuery(query, querySchema).download) return getRawAnswer(backend.desk, params.id, user.id);
  const file = await getWholeAnswer(backend.desk, params.id, user.id);
  return attachment(file.body, file);
});
