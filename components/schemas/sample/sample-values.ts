import { formatConfidence } from '#components/shared/format.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';

/** A field of the draft that is edited, as far as a sample needs it. */
type EditedField = { key: string; name: string; type: FieldType; columns: readonly EditedField[] };

/** A place on the sample: of which field of the draft (by key), and what stands there. */
export type SamplePlace = { key: string; page: number; box: Box; text: string };

/** What the sample has for each field and column of a draft, in words, by their keys; null = nothing was found. */
export function sampleValues(fields: readonly EditedField[], result: ExtractionResult | null): ReadonlyMap<string, string | null> {
  const words = new Map<string, string | null>();
  if (!result) return words;
  for (const field of fields) {
    const found = Object.hasOwn(result.fields, field.name) ? result.fields[field.name] : undefined;
    if (found === undefined) continue;
    if (!Array.isArray(found)) {
      words.set(field.key, wordsOf(field, found));
      continue;
    }
    words.set(field.key, found.length === 0 ? null : found.length === 1 ? '1 row' : `${found.length.toLocaleString('en')} rows`);
    for (const column of field.columns) {
      const first = found.find((row) => (row[column.name]?.value ?? null) !== null)?.[column.name];
      words.set(column.key, first ? wordsOf(column, first) : null);
    }
  }
  return words;
}

function wordsOf(field: EditedField, { value, currency, confidence }: ExtractedValue): string | null {
  const text = formatValue(field.type, value);
  if (text === '') return null;
  return `${text}${currency && field.type === 'money' ? ` ${currency}` : ''} · ${formatConfidence(confidence)}`;
}

/** Where the values of a draft's fields stand on the sample. */
export function samplePlaces(fields: readonly EditedField[], result: ExtractionResult | null): SamplePlace[] {
  if (!result) return [];
  return fields.flatMap(({ key, name }) => {
    const found = Object.hasOwn(result.fields, name) ? result.fields[name] : undefined;
    const values = found === undefined ? [] : Array.isArray(found) ? found.flatMap((row) => Object.values(row)) : [found];
    return values.flatMap(({ evidence }) => evidence.flatMap(({ page, box, text }) => (box ? [{ key, page, box, text }] : [])));
  });
}
