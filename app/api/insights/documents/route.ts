import { changedDocumentsQuerySchema } from '#lib/contract/desk/insights/insights.ts';
import { listChangedDocuments } from '#lib/desk/insights/operations/list-changed-documents.ts';
import { createRoute, readQuery } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend, user }) =>
  listChangedDocuments(backend.desk, user, readQuery(query, changedDocumentsQuerySchema)),
);
