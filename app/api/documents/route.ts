import { Readable } from 'node:stream';
import { z } from 'zod';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { listDocuments } from '#lib/desk/documents/operations/list-documents.ts';
import { submitDocument } from '#lib/desk/documents/operations/submit-document.ts';
import { createRoute, json, readQuery } from '../../create-route.ts';
import { ofPerson } from '../../of-person.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) =>
  listDocuments(backend.desk, ofPerson(readQuery(query, listDocumentsQuerySchema), user)),
);

const uploadSchema = z.object({
  upload_id: z.uuid().optional(),
  name: z.string().max(10_000).default(''),
  folder: z.string().max(20_000).optional(),
  schema_id: z.string().max(200).optional(),
  deployment_id: z.string().max(200).optional(),
  recognise: z.enum(['yes', 'no']).optional(),
});

/** The body is the file. */
export const POST = createRoute('reviewer', async ({ request, query, backend, user }) => {
  const { upload_id, name, folder, schema_id, deployment_id, recognise } = readQuery(query, uploadSchema);
  if (!request.body) throw new ProblemError('empty_file', 'The file is empty. Choose another file.');
  const length = request.headers.get('content-length');
  const document = await submitDocument(backend.desk, user, {
    body: Readable.fromWeb(request.body as never),
    id: upload_id,
    name,
    folder,
    schemaId: schema_id,
    recognise: recognise === 'yes',
    deploymentId: deployment_id,
    ...(length === null ? {} : { size: Number(length) }),
    signal: request.signal,
  });
  return json(document, 201);
});
