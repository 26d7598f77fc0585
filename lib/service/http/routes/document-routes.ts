import { z } from '@hono/zod-openapi';
import { documentSchema, documentStatusSchema } from '#lib/contract/service/document.ts';
import { pageSchema } from '#lib/contract/service/reading.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { describeDocument } from '../../documents/describe-document.ts';
import { getDocumentContent } from '../../documents/get-content.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import { getPageImage, listDocumentPages } from '../../documents/list-pages.ts';
import { removeDocument } from '../../documents/remove-document.ts';
import { addRoute } from '../add-route.ts';
import { answerUpload } from '../answer-upload.ts';
import { cursorQuery, idempotencyHeader, json, listOf, named, problems, uuidParam } from '../openapi-parts.ts';
import type { ServiceApp } from '../service-app.ts';

const document = named(documentSchema, 'Document');
const params = z.object({ document_id: uuidParam });
const tags = ['Documents'];

const uploadRoute = {
  method: 'post',
  path: '/v1/documents',
  tags,
  summary: 'Upload a document',
  description: 'Stores the file and starts to index it. Poll the document until its status is `completed`.',
  request: {
    headers: idempotencyHeader,
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'] as string[],
            properties: {
              file: { type: 'string', format: 'binary' },
              metadata: {
                type: 'string',
                description: 'A JSON object as text, at most 64 levels deep and with 500 keys; given back with the document.',
              },
              password: { type: 'string', description: 'Opens a protected file. Forgotten once the file has been read.' },
            },
          },
        },
      },
    },
  },
  responses: {
    201: json(document, 'The document, pending.'),
    ...problems(
      'malformed_body',
      'upload_interrupted',
      'idempotency_conflict',
      'file_too_large',
      'unsupported_media_type',
      'file_missing',
      'empty_file',
      'invalid_metadata',
      'invalid_request',
      'storage_full',
    ),
  },
} as const;

const listRoute = {
  method: 'get',
  path: '/v1/documents',
  tags,
  summary: 'List documents, newest first',
  request: {
    query: z.object({
      status: documentStatusSchema.optional(),
      name: z.string().max(200).optional().openapi({ description: 'Any part of the name' }),
      sha256: z
        .string()
        .regex(/^[0-9a-fA-F]{64}$/)
        .optional(),
      parent_id: z.uuid().optional().openapi({ description: 'Only documents made of the attachments of this one' }),
      ...cursorQuery,
    }),
  },
  responses: { 200: json(listOf(document), 'A page of documents.'), ...problems('invalid_request') },
} as const;

const getRoute = {
  method: 'get',
  path: '/v1/documents/{document_id}',
  tags,
  summary: 'Get a document and its status',
  request: { params },
  responses: { 200: json(document, 'The document.'), ...problems('not_found') },
} as const;

const removeRoute = {
  method: 'delete',
  path: '/v1/documents/{document_id}',
  tags,
  summary: 'Remove a document with everything made from it, the documents of its attachments too',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
} as const;

const contentRoute = {
  method: 'get',
  path: '/v1/documents/{document_id}/content',
  tags,
  summary: 'Get the original file',
  request: { params },
  responses: {
    200: {
      description: 'The bytes as they were uploaded.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    ...problems('not_found'),
  },
} as const;

const pagesRoute = {
  method: 'get',
  path: '/v1/documents/{document_id}/pages',
  tags,
  summary: 'Get pages with their words, lines, blocks and tables',
  request: {
    params,
    query: z.object({
      from: z.coerce.number().int().min(1).default(1),
      to: z.coerce.number().int().min(1).optional().openapi({ description: 'At most 20 pages a request' }),
    }),
  },
  responses: {
    200: json(z.object({ pages: z.array(named(pageSchema, 'Page')), page_count: z.number().int() }), 'The pages asked for.'),
    ...problems('not_found', 'document_not_ready', 'invalid_request'),
  },
} as const;

const fraction = z.coerce.number().min(0).max(1);
const imageRoute = {
  method: 'get',
  path: '/v1/documents/{document_id}/pages/{page}/image',
  tags,
  summary: 'Get the picture of a page or of a part of it',
  request: {
    params: params.extend({ page: z.coerce.number().int().min(1) }),
    query: z.object({
      width: z.coerce.number().int().min(16).max(4000).default(1000).openapi({ description: 'Pixels of the page or part' }),
      left: fraction.default(0),
      top: fraction.default(0),
      right: fraction.default(1),
      bottom: fraction.default(1),
    }),
  },
  responses: {
    200: { description: 'The picture.', content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } } },
    ...problems('not_found', 'document_not_ready', 'invalid_request'),
  },
} as const;

export function addDocumentRoutes(app: ServiceApp, context: ServiceContext): void {
  const { database } = context;
  addRoute(app, uploadRoute, (c) => answerUpload(c, context));
  addRoute(app, listRoute, async (c, { query }) => c.json(await listDocuments(database, query)));
  addRoute(app, getRoute, async (c, { params: { document_id } }) => c.json(await describeDocument(database, document_id)));
  addRoute(app, removeRoute, async (c, { params: { document_id } }) => {
    await removeDocument(context, document_id);
    return c.body(null, 204);
  });
  addRoute(app, contentRoute, (_c, { params: { document_id } }) => getDocumentContent(context, document_id));
  addRoute(app, pagesRoute, async (c, { params: { document_id }, query }) =>
    c.json(await listDocumentPages(context, document_id, query.from, query.to)),
  );
  addRoute(app, imageRoute, (_c, { params: { document_id, page }, query }) =>
    getPageImage(context, document_id, page, query.width, [query.left, query.top, query.right, query.bottom]),
  );
}
