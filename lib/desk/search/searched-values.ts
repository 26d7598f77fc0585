import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { storableText } from '../documents/values/list-value-rows.ts';
import type { SearchedValue } from './tables.ts';

/** Values of rows that are searched, so that a statement with 10,000 lines does not outgrow its document. */
const MOST_CELLS = 4000;
const TEXT_TYPES: ReadonlySet<string> = new Set(['string', 'enum', 'list']);

function searched(label: string, type: RowField['type'], value: MergedValue['value']): SearchedValue {
  return { label, text: storableText(type, value), ...(TEXT_TYPES.has(type) ? {} : { exact: true as const }) };
}

/** Every value of a document, those in rows too, as they are searched and told of. */
export function listSearchedValues(schema: Schema, fields: MergedFields): SearchedValue[] {
  const found: SearchedValue[] = [];
  for (const field of schema.fields) {
    const entry = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    const label = field.label || field.name;
    if (!Array.isArray(entry)) {
      if (entry && field.type !== 'rows' && !isEmptyValue(entry.value)) found.push(searched(label, field.type, entry.value));
      continue;
    }
    for (const row of entry) {
      for (const column of field.fields ?? []) {
        const cell = Object.hasOwn(row.cells, column.name) ? row.cells[column.name] : undefined;
        if (found.length >= MOST_CELLS) return found;
        if (cell && !isEmptyValue(cell.value)) found.push(searched(`${label}, ${column.label || column.name}`, column.type, cell.value));
      }
    }
  }
  return found;
}
