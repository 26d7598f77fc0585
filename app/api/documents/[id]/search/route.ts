import { searchPagesQuerySchema } from '#lib/contract/desk/page-search.ts';
import { searchPages } from '#lib/desk/documents/operations/search-pages.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ request, params, query, backend }) =>
  searchPages(backend.desk, params.id, readQuery(query, searchPagesQuerySchema).q, request.signal),
);
