import { type SQL, sql } from 'drizzle-orm';
import type { ListSort } from '#lib/contract/desk/desk-document.ts';
import { documents } from '../tables.ts';
import { documentValues } from './tables.ts';

const PREFIX = 'field:';

/** The field that the list is sorted by; null when it is sorted by a column of its own. */
export function fieldOfSort(sort: ListSort): string | null {
  return sort.startsWith(PREFIX) ? sort.slice(PREFIX.length) : null;
}

/** The value that a document has in a field: joined in many rows, asked for one by one in few. */
export function hasValueOf(schemaId: string | undefined, field: string): SQL {
  return sql`document_values.document_id = ${documents.id} and document_values.field = ${field} and document_values.schema_id = ${schemaId ?? ''}`;
}

/**
 * The order by a field's values: numbers and days by what they are, texts without case and accents; documents without one last.
 * @param isJoined `document_values` is joined by `hasValueOf`
 */
export function valueOrder(schemaId: string | undefined, field: string, order: 'asc' | 'desc', isJoined: boolean): SQL[] {
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc');
  return (['number', 'date', 'folded'] as const).map((column) => {
    const value = sql`document_values.${sql.identifier(column)}`;
    const one = isJoined ? value : sql`(select ${value} from ${documentValues} where ${hasValueOf(schemaId, field)})`;
    return sql`${one} ${direction} nulls last`;
  });
}
