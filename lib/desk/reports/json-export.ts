import type { ExportValues } from '#lib/contract/desk/export.ts';
import type { ExportRecord } from './export-record.ts';

/** One document as JSON: `fields` holds the values asked for; with `both` the extracted ones stand beside them as `extracted`. */
export function jsonOf(record: ExportRecord, values: ExportValues): Record<string, unknown> {
  const { id, name, folder, state, approved, schema } = record;
  return {
    id,
    name,
    folder,
    state,
    approved,
    schema: schema && { id: schema.id, name: schema.name, version: schema.version },
    fields: values === 'extracted' ? record.extracted : record.values,
    ...(values === 'both' ? { extracted: record.extracted } : {}),
  };
}

/** Many documents as one JSON text, made bit by bit: `{"documents": […]}`. */
export async function* jsonExport(records: AsyncIterable<ExportRecord>, values: ExportValues): AsyncGenerator<string> {
  let separator = '{"documents":[\n';
  for await (const record of records) {
    yield separator + JSON.stringify(jsonOf(record, values));
    separator = ',\n';
  }
  yield separator.startsWith('{') ? '{"documents":[]}\n' : '\n]}\n';
}
