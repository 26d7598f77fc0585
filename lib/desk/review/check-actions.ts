import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { findTypeFault } from '#lib/document/values/check-value.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import type { Review } from './review.ts';

const ROW_KINDS: ReadonlySet<ActionDraft['kind']> = new Set(['insert_row', 'remove_row', 'move_row']);
const INDEX = /^(0|[1-9]\d{0,5})$/;

/**
 * Makes sure that every action means something, in order: a field of the schema, a row that is there at that moment, a
 * column of it, a value of a kind that the field can hold. Otherwise it would be saved and never seen again. Values out of
 * range, of a wrong format or none of the options can be saved: they are flagged.
 * @throws ProblemError `invalid_request` naming the action
 */
export function checkActions(review: Pick<Review, 'schema' | 'fields'>, drafts: ActionDraft[]): void {
  const rowCounts = new Map(Object.entries(review.fields).map(([name, entry]) => [name, Array.isArray(entry) ? entry.length : null]));
  drafts.forEach((draft, at) => {
    const fault = findFault(review, rowCounts, draft);
    if (!fault) return;
    throw new ProblemError('invalid_request', fault, { errors: [{ pointer: `/actions/${at}/draft/pointer`, message: fault }] });
  });
}

function findFault(review: Pick<Review, 'schema'>, rowCounts: Map<string, number | null>, draft: ActionDraft): string | null {
  const [name = '', indexText, column, ...more] = parsePointer(draft.pointer);
  const field = review.schema.fields.find((candidate) => candidate.name === name);
  const rows = rowCounts.get(name);
  if (!field || rows === undefined || more.length > 0) return `There is no field “${name}” in the schema.`;
  if (rows === null) {
    if (ROW_KINDS.has(draft.kind)) return `“${name}” has no rows.`;
    if (indexText !== undefined) return `“${name}” is a single value.`;
    return draft.kind === 'correct' ? findTypeFault(field, draft.value) : null;
  }
  if (indexText === undefined || !INDEX.test(indexText)) return `Name a row of “${name}”.`;
  const index = Number(indexText);
  if (draft.kind === 'insert_row') {
    if (column !== undefined || index > rows) return `A row cannot be inserted there in “${name}”.`;
    rowCounts.set(name, rows + 1);
    for (const [cell, { value }] of Object.entries(draft.values)) {
      const known = findColumn(field, cell);
      if (!known) return `“${name}” has no column “${cell}”.`;
      const fault = findTypeFault(known, value);
      if (fault) return `${cell}: ${fault}`;
    }
    return null;
  }
  if (index >= rows) return `“${name}” has no row ${index + 1}.`;
  if (ROW_KINDS.has(draft.kind)) {
    if (column !== undefined) return `Name a row of “${name}”, without a column.`;
    if (draft.kind === 'remove_row') rowCounts.set(name, rows - 1);
    return draft.kind === 'move_row' && draft.to >= rows ? `“${name}” has no row ${draft.to + 1}.` : null;
  }
  if (column === undefined) return draft.kind === 'correct' ? `Name a column of “${name}”.` : null;
  const known = findColumn(field, column);
  if (!known) return `“${name}” has no column “${column}”.`;
  return draft.kind === 'correct' ? findTypeFault(known, draft.value) : null;
}

function findColumn(field: Field, name: string): RowField | undefined {
  return field.fields?.find((candidate) => candidate.name === name);
}
