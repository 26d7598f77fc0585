import { fieldSheetQuerySchema } from '#lib/contract/desk/field-sheet.ts';
import { listFieldValues } from '#lib/desk/reports/operations/list-field-values.ts';
import { createRoute, readQuery } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ query, backend }) => listFieldValues(backend.desk, readQuery(query, fieldSheetQuerySchema)));
