import { countedDocumentsQuerySchema } from '#lib/contract/desk/insights/insights.ts';
import { listCountedDocuments } from '#lib/desk/insights/operations/list-counted-documents.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) =>
  listCountedDocuments(backend.desk, user, readQuery(query, countedDocumentsQuerySchema)),
);
