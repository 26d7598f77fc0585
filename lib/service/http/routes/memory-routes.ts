import { z } from '@hono/zod-openapi';
import { exportedExampleSchema, importedMemorySchema, memoryDraftSchema } from '#lib/contract/service/memory.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { exportMemory } from '../../examples/export-memory.ts';
import { importMemory } from '../../examples/import-memory.ts';
import { addRoute } from '../add-route.ts';
import { cursorQuery, json, jsonBody, listOf, named, problems, uuidParam } from '../openapi-parts.ts';
import { recordOperation } from '../record-operation.ts';
import type { ServiceApp } from '../service-app.ts';

const tags = ['Examples'];
const path = '/v1/schemas/{schema_id}/memory';
const params = z.object({ schema_id: uuidParam });

const exportRoute = {
  method: 'get',
  path,
  tags,
  summary: 'Export what a schema has learned',
  description: 'The lessons of its examples, oldest first, without their documents: to be imported at another installation.',
  request: { params, query: z.object(cursorQuery) },
  responses: {
    200: json(listOf(named(exportedExampleSchema, 'ExportedExample')), 'A page of learned examples.'),
    ...problems('not_found', 'invalid_request'),
  },
} as const;

const importRoute = {
  method: 'post',
  path,
  tags,
  summary: 'Import what a schema has learned elsewhere',
  description:
    'Takes examples as they were exported. Later extractions by this schema get proposals from them. An example takes the place of one of ' +
    'the same document that was imported before, so the request may be repeated. Examples whose document is here are left alone. Lessons ' +
    'must be of the version that this service makes.',
  request: { params, body: jsonBody(named(memoryDraftSchema, 'MemoryDraft')) },
  responses: {
    200: json(named(importedMemorySchema, 'ImportedMemory'), 'What became of the examples.'),
    ...problems('malformed_body', 'not_found', 'invalid_request', 'body_too_large', 'unsupported_media_type'),
  },
} as const;

/** What schemas have learned, to take it to another installation. */
export function addMemoryRoutes(app: ServiceApp, context: ServiceContext): void {
  addRoute(app, exportRoute, async (c, { params: { schema_id }, query }) => c.json(await exportMemory(context.database, schema_id, query)));
  addRoute(app, importRoute, async (c, { params: { schema_id }, body }) => {
    const answer = await importMemory(context, schema_id, body.examples, async (tx, { result, schema }) => {
      const count = result.outcomes.filter(({ outcome }) => outcome === 'imported').length;
      const detail = { schema: schema.name, schema_id: schema.id, count };
      if (count > 0) await recordOperation(context, c, tx, { event: 'service_example.imported', detail });
    });
    return c.json(answer);
  });
}
