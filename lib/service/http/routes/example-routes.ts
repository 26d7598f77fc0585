import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ExampleDraft, exampleDraftSchema, exampleSchema } from '#lib/contract/service/example.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { getExample, listExamples } from '../../examples/list-examples.ts';
import { removeExample, removeExamples } from '../../examples/remove-examples.ts';
import { saveExample } from '../../examples/save-example.ts';
import { getSchema } from '../../schemas/get-schema.ts';
import { addRoute } from '../add-route.ts';
import { answerOnce, toResponse } from '../answer-once.ts';
import { cursorQuery, idempotencyHeader, json, jsonBody, listOf, named, problems, uuidParam } from '../openapi-parts.ts';
import { recordOperation } from '../record-operation.ts';
import type { ServiceApp, ServiceEnv } from '../service-app.ts';

const tags = ['Examples'];
const path = '/v1/schemas/{schema_id}/examples';
const example = named(exampleSchema, 'Example');
const params = z.object({ schema_id: uuidParam });
const paramsOfOne = params.extend({ example_id: uuidParam });
const documentQuery = { document_id: z.uuid().optional().openapi({ description: 'Only the example that this document is' }) };

const saveRoute = {
  method: 'post',
  path,
  tags,
  summary: 'Learn from an approved document',
  description:
    'Later extractions by this schema from documents of the same layout get proposals from it. It is learned from in the background. A ' +
    'document is one example of a schema at most: a new draft takes the place of the old one. Removing the document removes its examples.',
  request: { params, headers: idempotencyHeader, body: jsonBody(named(exampleDraftSchema, 'ExampleDraft')) },
  responses: {
    200: json(example, 'The example, which has taken the place of the document’s old one.'),
    201: json(example, 'A new example.'),
    ...problems(
      'malformed_body',
      'not_found',
      'document_not_ready',
      'idempotency_conflict',
      'invalid_request',
      'body_too_large',
      'unsupported_media_type',
    ),
  },
} as const;

const listRoute = {
  method: 'get',
  path,
  tags,
  summary: 'List the examples of a schema, newest first',
  request: { params, query: z.object({ ...documentQuery, ...cursorQuery }) },
  responses: { 200: json(listOf(example), 'A page of examples.'), ...problems('not_found', 'invalid_request') },
} as const;

const getRoute = {
  method: 'get',
  path: `${path}/{example_id}`,
  tags,
  summary: 'Get an example',
  request: { params: paramsOfOne },
  responses: { 200: json(example, 'The example.'), ...problems('not_found') },
} as const;

const removeRoute = {
  method: 'delete',
  path: `${path}/{example_id}`,
  tags,
  summary: 'Forget an example',
  description: 'Removes what was learned from it. The document stays.',
  request: { params: paramsOfOne },
  responses: { 204: { description: 'Forgotten.' }, ...problems('not_found') },
} as const;

const removeAllRoute = {
  method: 'delete',
  path,
  tags,
  summary: 'Forget all examples of a schema',
  description:
    'Or, with `document_id`, only the one that a document is. That takes the scope `submit`, forgetting all `admin`. Forgetting what is ' +
    'not there is no error.',
  request: { params, query: z.object(documentQuery) },
  responses: { 204: { description: 'Forgotten.' }, ...problems('not_found', 'invalid_request') },
} as const;

async function save(c: Context<ServiceEnv>, context: ServiceContext, schemaId: string, draft: ExampleDraft): Promise<Response> {
  const { replayed, ...answer } = await answerOnce(c, context.database, (saveAnswer) =>
    saveExample(context, schemaId, draft, async (tx, saved) => {
      const { id, schema_id, document_id } = saved.example;
      const headers = { location: `/v1/schemas/${schema_id}/examples/${id}` };
      await saveAnswer(tx, { status: saved.created ? 201 : 200, headers, body: saved.example });
      await recordOperation(context, c, tx, {
        event: 'service_example.saved',
        detail: { schema: saved.schemaName, schema_id, document_id, example_id: id },
      });
    }),
  );
  return toResponse(answer, replayed);
}

async function removeOne(c: Context<ServiceEnv>, context: ServiceContext, schemaId: string, exampleId: string): Promise<Response> {
  await context.database.transaction(async (tx) => {
    const { name } = await getSchema(tx, schemaId);
    await removeExample(tx, schemaId, exampleId);
    const detail = { schema: name, schema_id: schemaId, example_id: exampleId };
    await recordOperation(context, c, tx, { event: 'service_example.removed', detail });
  });
  return c.body(null, 204);
}

async function removeAll(c: Context<ServiceEnv>, context: ServiceContext, schemaId: string, documentId?: string): Promise<Response> {
  await context.database.transaction(async (tx) => {
    const { name } = await getSchema(tx, schemaId);
    const count = await removeExamples(tx, schemaId, documentId);
    const detail = { schema: name, schema_id: schemaId, count, ...(documentId === undefined ? {} : { document_id: documentId }) };
    if (count > 0) await recordOperation(context, c, tx, { event: 'service_example.removed', detail });
  });
  return c.body(null, 204);
}

/** What schemas learn from: approved documents. */
export function addExampleRoutes(app: ServiceApp, context: ServiceContext): void {
  const { database } = context;
  addRoute(app, saveRoute, (c, { params: { schema_id }, body }) => save(c, context, schema_id, body));
  addRoute(app, listRoute, async (c, { params: { schema_id }, query }) => c.json(await listExamples(database, schema_id, query)));
  addRoute(app, getRoute, async (c, { params: { schema_id, example_id } }) => c.json(await getExample(database, schema_id, example_id)));
  addRoute(app, removeRoute, (c, { params: { schema_id, example_id } }) => removeOne(c, context, schema_id, example_id));
  addRoute(app, removeAllRoute, (c, { params: { schema_id }, query }) => removeAll(c, context, schema_id, query.document_id));
}
