import { z } from 'zod';

/**
 * approved: what people approved, of approved documents only · extracted: as the engine gave them, whatever people did ·
 * both: side by side; the approved ones are empty where a document is not approved.
 */
export const exportValuesSchema = z.enum(['approved', 'extracted', 'both']);
export type ExportValues = z.infer<typeof exportValuesSchema>;

/** What the kinds of export are called, everywhere. */
export const EXPORT_NAMES: Record<ExportValues, string> = {
  approved: 'Approved values',
  extracted: 'Extracted values',
  both: 'Approved and extracted values',
};

/** As `rows`: the rows of every field that has some. */
export const ALL_ROWS = '*';

/** `rows` (CSV and Excel): one line for each row of that field, or of all (`*`), instead of each document. */
export const exportQuerySchema = z
  .object({
    format: z.enum(['json', 'csv', 'xlsx']).default('json'),
    values: exportValuesSchema.default('approved'),
    rows: z.string().max(64).optional(),
  })
  .refine(({ format, rows }) => rows === undefined || format !== 'json', {
    path: ['rows'],
    message: 'JSON holds the rows within their document: leave `rows` out, or ask for csv or xlsx.',
  });
export type ExportQuery = z.output<typeof exportQuerySchema>;

/** Most documents in one export. */
export const EXPORT_LIMIT = 10_000;

/** POST /api/documents/export: the documents to export. Those that do not exist any more are left out. */
export const exportIdsSchema = z.object({ ids: z.array(z.string().max(64)).min(1).max(EXPORT_LIMIT) });

/** The header that says how many documents a file of many has. */
export const EXPORT_COUNT_HEADER = 'x-document-count';
