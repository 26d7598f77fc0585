import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { problemErrors } from '#lib/contract/problems/problem-errors.ts';
import { type Schema, type SchemaDraft, schemaDraftSchema, schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import { jsonSchemaOf } from '#lib/document/schemas/json-schema-of.ts';
import { JsonSchemaError } from '#lib/document/schemas/json-schema-reader.ts';
import { schemaFromJsonSchema } from '#lib/document/schemas/schema-from-json-schema.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { getSchema } from '../../schemas/get-schema.ts';
import { listSchemas, listSchemaVersions } from '../../schemas/list-schemas.ts';
import { createSchema, removeSchema, saveSchema } from '../../schemas/save-schema.ts';
import { addRoute } from '../add-route.ts';
import { answerOnce, toResponse } from '../answer-once.ts';
import { cursorQuery, idempotencyHeader, json, jsonBody, listOf, named, problems, uuidParam } from '../openapi-parts.ts';
import { recordOperation } from '../record-operation.ts';
import type { ServiceApp, ServiceEnv } from '../service-app.ts';

const schema = named(schemaSchema, 'Schema');
const params = z.object({ schema_id: uuidParam });
const tags = ['Schemas'];
const JSON_SCHEMA_TYPE = 'application/schema+json';
const bodyOfSchema = jsonBody(
  z.record(z.string(), z.unknown()).openapi('SchemaOrJsonSchema', {
    anyOf: [{ $ref: '#/components/schemas/SchemaDraft' }, { type: 'object', description: 'JSON Schema of an object' }],
  }),
);
const format = z.object({
  format: z
    .enum(['json-schema'])
    .optional()
    .openapi({ description: `Or ask by Accept: ${JSON_SCHEMA_TYPE}` }),
});

/** The draft a body holds: in our own form, or as JSON Schema when it has no `fields`. @throws ProblemError `invalid_request` */
function parseDraft(body: Record<string, unknown>): SchemaDraft {
  if (!Array.isArray(body.fields) && (body.properties || body.$ref || body.$schema)) {
    try {
      return schemaFromJsonSchema(body);
    } catch (error) {
      if (!(error instanceof JsonSchemaError)) throw error;
      throw new ProblemError('invalid_request', error.message, { errors: [{ pointer: error.pointer, message: error.message }] });
    }
  }
  const parsed = schemaDraftSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProblemError('invalid_request', 'The schema is not valid; see errors.', { errors: problemErrors(parsed.error) });
}

/** What the audit trail says of a schema. */
function about({ id, name, version }: Schema): Record<string, unknown> {
  return { schema: name, version, schema_id: id };
}

function answerSchema(c: Context, found: Schema, wanted: string | undefined): Response {
  if (wanted === undefined && !c.req.header('accept')?.includes(JSON_SCHEMA_TYPE)) return c.json(found);
  return c.body(JSON.stringify(jsonSchemaOf(found)), 200, { 'content-type': JSON_SCHEMA_TYPE });
}

async function create(c: Context<ServiceEnv>, context: ServiceContext, draft: SchemaDraft): Promise<Response> {
  const { database } = context;
  const { replayed, ...saved } = await answerOnce(c, database, (save) =>
    createSchema(database, draft, async (tx, created) => {
      await save(tx, { status: 201, headers: { location: `/v1/schemas/${created.id}` }, body: created });
      await recordOperation(context, c, tx, { event: 'service_schema.created', detail: about(created) });
    }),
  );
  return toResponse(saved, replayed);
}

async function remove(c: Context<ServiceEnv>, context: ServiceContext, schemaId: string): Promise<Response> {
  await context.database.transaction(async (tx) => {
    const { name } = await getSchema(tx, schemaId);
    await removeSchema(tx, schemaId);
    await recordOperation(context, c, tx, { event: 'service_schema.removed', detail: { schema: name, schema_id: schemaId } });
  });
  return c.body(null, 204);
}

export function addSchemaRoutes(app: ServiceApp, context: ServiceContext): void {
  const { database } = context;
  app.openAPIRegistry.register('SchemaDraft', schemaDraftSchema.meta({}));

  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/schemas',
      tags,
      summary: 'Create a schema',
      request: { headers: idempotencyHeader, body: bodyOfSchema },
      responses: {
        201: json(schema, 'The schema, version 1.'),
        ...problems('malformed_body', 'idempotency_conflict', 'invalid_request', 'body_too_large', 'unsupported_media_type'),
      },
    },
    (c, { body }) => create(c, context, parseDraft(body)),
  );
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/schemas',
      tags,
      summary: 'List schemas, newest first',
      request: { query: z.object(cursorQuery) },
      responses: { 200: json(listOf(schema), 'A page of schemas in their newest versions.'), ...problems('invalid_request') },
    },
    async (c, { query }) => c.json(await listSchemas(database, query)),
  );
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/schemas/{schema_id}',
      tags,
      summary: 'Get a schema',
      request: { params, query: format.extend({ version: z.coerce.number().int().positive().max(2_000_000_000).optional() }) },
      responses: {
        200: {
          description: 'The schema.',
          content: { 'application/json': { schema }, [JSON_SCHEMA_TYPE]: { schema: { type: 'object' } } },
        },
        ...problems('not_found', 'invalid_request'),
      },
    },
    async (c, { params: { schema_id }, query }) => answerSchema(c, await getSchema(database, schema_id, query.version), query.format),
  );
  addRoute(
    app,
    {
      method: 'put',
      path: '/v1/schemas/{schema_id}',
      tags,
      summary: 'Save a schema',
      description: 'Makes the next version, or a schema with this id when there is none. Saving the same again makes no version.',
      request: { params, body: bodyOfSchema },
      responses: {
        200: json(schema, 'The schema in its newest version.'),
        201: json(schema, 'A new schema.'),
        ...problems('malformed_body', 'not_found', 'conflict', 'invalid_request', 'body_too_large', 'unsupported_media_type'),
      },
    },
    async (c, { params: { schema_id }, body }) => {
      const saved = await saveSchema(database, schema_id, parseDraft(body), (tx, made, isNew) =>
        recordOperation(context, c, tx, { event: isNew ? 'service_schema.created' : 'service_schema.changed', detail: about(made) }),
      );
      return c.json(saved.schema, saved.created ? 201 : 200);
    },
  );
  addRoute(
    app,
    {
      method: 'delete',
      path: '/v1/schemas/{schema_id}',
      tags,
      summary: 'Remove a schema',
      description: 'Jobs that used it keep the version they name.',
      request: { params },
      responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
    },
    (c, { params: { schema_id } }) => remove(c, context, schema_id),
  );
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/schemas/{schema_id}/versions',
      tags,
      summary: 'List the versions of a schema, newest first',
      request: { params },
      responses: { 200: json(z.object({ items: z.array(schema) }), 'All versions.'), ...problems('not_found') },
    },
    async (c, { params: { schema_id } }) => c.json({ items: await listSchemaVersions(database, schema_id) }),
  );
}
