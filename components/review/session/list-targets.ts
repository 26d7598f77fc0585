import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';

/** A place one can work on: a field or a cell, in the order of the screen. */
export type Target = { pointer: string; field: RowField; merged: MergedValue; row: number | null; name: string };

/** Every value of the document in the order the reviewer meets it. */
export function listTargets(detail: DeskDocumentDetail): Target[] {
  const { schema, fields } = detail;
  if (!schema || !fields) return [];
  return schema.fields.flatMap((field: Field): Target[] => {
    const entry = fields[field.name];
    if (entry === undefined) return [];
    if (!Array.isArray(entry)) return [{ pointer: entry.pointer, field: field as RowField, merged: entry, row: null, name: field.name }];
    return entry.flatMap((row, index) =>
      (field.fields ?? []).flatMap((column) => {
        const merged = row.cells[column.name];
        return merged ? [{ pointer: merged.pointer, field: column, merged, row: index, name: field.name }] : [];
      }),
    );
  });
}
