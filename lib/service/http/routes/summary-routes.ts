import { z } from '@hono/zod-openapi';
import { createSummarySchema, summarySchema } from '#lib/contract/service/summary-job.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { createJob } from '../../jobs/create-job.ts';
import { getSummary } from '../../jobs/get-summary.ts';
import { createSummaryWaits, type SummaryWaits } from '../../jobs/summary-waits.ts';
import { toSummary } from '../../jobs/to-job.ts';
import { addRoute } from '../add-route.ts';
import { answerOnce } from '../answer-once.ts';
import { idempotencyHeader, json, named, problems, uuidParam } from '../openapi-parts.ts';
import type { ServiceApp } from '../service-app.ts';
import { submitterOf } from '../submitter-of.ts';

const summary = named(summarySchema, 'Summary');
const tags = ['Summary'];
/** 1 November 2026, when the job endpoint replaced it (RFC 9745: seconds since 1970). */
const DEPRECATION = { deprecation: '@1793491200', link: '</v1/summaries/jobs>; rel="successor-version"' };
const document = z.object({ document_id: uuidParam });
const block = z.object({
  block_until_completed: z
    .string()
    .regex(/^(?:true|false|1|0)$/i, 'Use true or false.')
    .transform((word) => word === '1' || word.toLowerCase() === 'true')
    .optional()
    .openapi({ type: 'boolean' }),
});

/** The deprecated summary endpoint, with and without the prefix. */
export function addSummaryRoutes(app: ServiceApp, context: ServiceContext, isEnding: () => boolean): void {
  const waits = createSummaryWaits(context, isEnding);
  for (const prefix of ['/v1', '']) addPrefix(app, context, waits, prefix);
}

function addPrefix(app: ServiceApp, context: ServiceContext, waits: SummaryWaits, prefix: string): void {
  const { database } = context;
  const hide = prefix === '';
  const path = `${prefix}/documents/{document_id}/summaries`;
  // refusals say it too
  app.use(`${prefix}/documents/:document_id/summaries/*`, async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(DEPRECATION)) c.header(name, value);
  });
  addRoute(
    app,
    {
      method: 'post',
      path,
      tags,
      hide,
      deprecated: true,
      summary: 'Summarise a document',
      description:
        'Replaced by POST /v1/summaries/jobs. With `block_until_completed` (in the body or the query) the answer is the finished summary; without it, 202 and the place to ask. Every answer carries `Deprecation` and `Link`; an empty body stands for the defaults.',
      request: {
        params: document,
        query: block,
        headers: idempotencyHeader,
        body: { required: false, content: { 'application/json': { schema: createSummarySchema.partial() } } },
      },
      responses: {
        201: json(summary, 'The finished summary.'),
        202: json(summary, 'The summary is being made; `Location` says where to ask.'),
        ...problems(
          'malformed_body',
          'not_found',
          'document_not_processed',
          'document_not_ready',
          'idempotency_conflict',
          'extraction_failed',
          'conflict',
          'body_too_large',
          'unsupported_media_type',
          'invalid_request',
        ),
      },
    },
    async (c, { params: { document_id }, query, body }) => {
      const options = { max_sentences: body.max_sentences ?? null };
      const { body: saved } = await answerOnce(c, database, (save) =>
        createJob(context, { kind: 'summary', documentId: document_id, options, submitter: submitterOf(c) }, (tx, row) =>
          save(tx, { status: 202, headers: {}, body: { id: row.id } }),
        ),
      );
      const { id } = saved as { id: string };
      const blocks = query.block_until_completed ?? body.block_until_completed ?? false;
      const row = blocks ? await waits.wait(id, c.req.raw.signal) : await getSummary(database, document_id, id);
      const location = `${prefix}/documents/${document_id}/summaries/${id}`;
      return c.json(toSummary(row), blocks && row.status === 'completed' ? 201 : 202, { location });
    },
  );
  addRoute(
    app,
    {
      method: 'get',
      path: `${path}/{summary_id}`,
      tags,
      hide,
      deprecated: true,
      summary: 'Get a summary and its status',
      request: { params: document.extend({ summary_id: uuidParam }) },
      responses: { 200: json(summary, 'The summary.'), ...problems('not_found') },
    },
    async (c, { params: { document_id, summary_id } }) => c.json(toSummary(await getSummary(database, document_id, summary_id))),
  );
}
