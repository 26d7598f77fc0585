import { jsonPointer } from '#lib/contract/json/json-pointer.ts';
import type { Problem } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { FieldType, Schema } from '#lib/contract/service/extraction-schema.ts';
import { findTypeFault } from '#lib/document/values/check-value.ts';
import type { ApprovedFields, ApprovedValue } from '#lib/extraction/memory/lesson.ts';

/** Faults that are told of one example. */
const MOST_ERRORS = 50;

type Fault = NonNullable<Problem['errors']>[number];
type Cell = { name: string; type: FieldType };

/**
 * Checks approved values against the fields they are of.
 * @throws ProblemError `invalid_request` for names that the schema does not have and for values that their fields cannot hold
 */
export function checkApproved(schema: Pick<Schema, 'fields'>, approved: ApprovedFields): void {
  const fields = new Map(schema.fields.map((field) => [field.name, field]));
  const faults = Object.entries(approved).flatMap(([name, given]): Fault[] => {
    const field = fields.get(name);
    const pointer = jsonPointer(['fields', name]);
    if (!field) return [{ pointer, message: 'The schema has no field of this name.' }];
    if (field.type === 'rows') {
      if (!isRows(given)) return [{ pointer, message: 'This field has rows: give an array of them.' }];
      return given.flatMap((row, index) => faultsOfRow(field.fields ?? [], row, `${pointer}/${index}`));
    }
    return isRows(given) ? [{ pointer, message: 'This field has no rows: give one value.' }] : faultsOfValue(field, given, pointer);
  });
  if (faults.length === 0) return;
  throw new ProblemError('invalid_request', 'The approved values do not fit the schema; see errors.', {
    errors: faults.slice(0, MOST_ERRORS),
  });
}

/** Fields that have a value, or a row. */
export function countValues(approved: ApprovedFields): number {
  return Object.values(approved).filter((given) => (isRows(given) ? given.length > 0 : given.value !== null)).length;
}

function faultsOfRow(columns: readonly Cell[], row: Readonly<Record<string, ApprovedValue>>, pointer: string): Fault[] {
  return Object.entries(row).flatMap(([name, given]) => {
    const column = columns.find((known) => known.name === name);
    const at = pointer + jsonPointer([name]);
    return column ? faultsOfValue(column, given, at) : [{ pointer: at, message: 'The rows of this field have no column of this name.' }];
  });
}

function faultsOfValue(field: Cell, { value, checked_as = null }: ApprovedValue, pointer: string): Fault[] {
  return Object.entries({ value, checked_as }).flatMap(([name, given]) => {
    const message = findTypeFault(field, given);
    return message === null ? [] : [{ pointer: `${pointer}/${name}`, message }];
  });
}

function isRows(given: ApprovedFields[string]): given is readonly Record<string, ApprovedValue>[] {
  return Array.isArray(given);
}
