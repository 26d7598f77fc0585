import { z } from '@hono/zod-openapi';
import { classificationJobSchema, createClassificationJobSchema, type DocumentClass } from '#lib/contract/service/classification-job.ts';
import { createExtractionJobSchema, extractionJobSchema, type JobKind, jobStatusSchema } from '#lib/contract/service/job.ts';
import { createSplittingJobSchema, splittingJobSchema } from '#lib/contract/service/splitting-job.ts';
import { createSummaryJobSchema, summaryJobSchema } from '#lib/contract/service/summary-job.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { cancelJob } from '../../jobs/cancel-job.ts';
import { chooseClasses } from '../../jobs/choose-classes.ts';
import { createJob } from '../../jobs/create-job.ts';
import { getJob } from '../../jobs/get-job.ts';
import { listJobs } from '../../jobs/list-jobs.ts';
import { toJob } from '../../jobs/to-job.ts';
import { addRoute } from '../add-route.ts';
import { answerOnce, toResponse } from '../answer-once.ts';
import { cursorQuery, idempotencyHeader, json, jsonBody, listOf, named, problems, uuidParam } from '../openapi-parts.ts';
import type { ServiceApp } from '../service-app.ts';
import { submitterOf } from '../submitter-of.ts';

type Kind = { kind: JobKind; plural: string; tag: string; body: z.ZodType; answer: z.ZodType; does: string };

const KINDS: readonly Kind[] = [
  {
    kind: 'extraction',
    plural: 'extractions',
    tag: 'Extraction',
    body: named(createExtractionJobSchema, 'CreateExtractionJob'),
    answer: named(extractionJobSchema, 'ExtractionJob'),
    does: 'Finds the fields of a schema in a document.',
  },
  {
    kind: 'summary',
    plural: 'summaries',
    tag: 'Summary',
    body: named(createSummaryJobSchema, 'CreateSummaryJob'),
    answer: named(summaryJobSchema, 'SummaryJob'),
    does: 'Picks the most informative sentences of a document, with the place of each.',
  },
  {
    kind: 'classification',
    plural: 'classifications',
    tag: 'Classification',
    body: named(createClassificationJobSchema, 'CreateClassificationJob'),
    answer: named(classificationJobSchema, 'ClassificationJob'),
    does: 'Says which of the given classes (or of all schemas) a document belongs to, by the words that indicate each class and by examples.',
  },
  {
    kind: 'splitting',
    plural: 'splittings',
    tag: 'Splitting',
    body: named(createSplittingJobSchema, 'CreateSplittingJob'),
    answer: named(splittingJobSchema, 'SplittingJob'),
    does: 'Finds where one file holds several documents, with the reasons for each boundary; an unsure one is only proposed. With classes, each of the documents is classified too.',
  },
];

const params = z.object({ job_id: uuidParam });

/** The jobs of all four kinds; summary jobs also answer without the prefix, as the interface prints them. */
export function addJobRoutes(app: ServiceApp, context: ServiceContext): void {
  for (const kind of KINDS) {
    addKind(app, context, kind, '/v1', false);
    if (kind.kind === 'summary') addKind(app, context, kind, '', true);
  }
}

function addKind(
  app: ServiceApp,
  context: ServiceContext,
  { kind, plural, tag, body, answer, does }: Kind,
  prefix: string,
  hide: boolean,
): void {
  const { database } = context;
  const path = `${prefix}/${plural}/jobs`;
  const shared = { tags: [tag], hide };

  addRoute(
    app,
    {
      ...shared,
      method: 'post',
      path,
      summary: `Submit a ${kind} job`,
      description: `${does} A job submitted while the document is being indexed waits, at most for the processing window.`,
      request: { headers: idempotencyHeader, body: jsonBody(body) },
      responses: {
        201: json(answer, 'The job.'),
        ...problems(
          'malformed_body',
          'not_found',
          'document_not_ready',
          'idempotency_conflict',
          'body_too_large',
          'unsupported_media_type',
          'invalid_request',
        ),
      },
    },
    async (c, input) => {
      const { document_id, schema_id, ...rest } = input.body as { document_id: string; schema_id?: string; classes?: DocumentClass[] };
      const options = kind === 'classification' ? { ...rest, classes: await chooseClasses(database, rest.classes) } : rest;
      const schema = schema_id === undefined ? {} : { schemaId: schema_id };
      const newJob = { kind, documentId: document_id, options, submitter: submitterOf(c), ...schema };
      const { replayed, ...saved } = await answerOnce(c, database, (save) =>
        createJob(context, newJob, (tx, row) => save(tx, { status: 201, headers: { location: `${path}/${row.id}` }, body: toJob(row) })),
      );
      return toResponse(saved, replayed);
    },
  );

  addRoute(
    app,
    {
      ...shared,
      method: 'get',
      path,
      summary: `List ${kind} jobs, newest first`,
      request: { query: z.object({ status: jobStatusSchema.optional(), document_id: z.uuid().optional(), ...cursorQuery }) },
      responses: { 200: json(listOf(answer), 'A page of jobs.'), ...problems('invalid_request') },
    },
    async (c, { query }) => c.json(await listJobs(database, kind, query)),
  );

  addRoute(
    app,
    {
      ...shared,
      method: 'get',
      path: `${path}/{job_id}`,
      summary: `Get a ${kind} job and its result`,
      request: { params },
      responses: { 200: json(answer, 'The job.'), ...problems('not_found') },
    },
    async (c, { params: { job_id } }) => c.json(toJob(await getJob(database, kind, job_id))),
  );

  addRoute(
    app,
    {
      ...shared,
      method: 'post',
      path: `${path}/{job_id}/cancel`,
      summary: `Cancel a ${kind} job`,
      request: { params },
      responses: { 200: json(answer, 'The job, cancelled.'), ...problems('not_found', 'conflict') },
    },
    async (c, { params: { job_id } }) => c.json(toJob(await cancelJob(context, kind, job_id))),
  );
}
