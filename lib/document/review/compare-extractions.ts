import type { MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { PreviewChange, PreviewCounts, UncomparedField } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isSameField } from '../schemas/is-same-field.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { parsePointer } from '../values/pointer.ts';
import { pairRows } from './pair-rows.ts';
import { isSameJson } from './seen.ts';

type Values = MergedFields[string] | undefined;
type Cell = MergedValue | undefined;
/** What was approved, extracted before, and extracted after; undefined where there was none. */
type Triple<T> = { approved: T | undefined; before: T | undefined; after: T | undefined };
type Found = { counts: PreviewCounts[]; changes: PreviewChange[] };

/**
 * Judges two extractions of a document by its approved values, field by field of a draft. A value counts where there is one, approved or
 * extracted; nothing where nothing was approved is right. Currencies are not judged. A field whose approved values do not mean the same under
 * the draft, or that had none, is new: only what was found is told.
 * @param input.schema what the values were approved under
 * @param input.before the values without people's actions
 * @param input.after the values without people's actions, with the draft
 * @returns also approved values that no field of the draft can be compared with
 */
export function compareExtractions(input: {
  draft: Pick<SchemaDraft, 'fields'>;
  schema: Pick<SchemaDraft, 'fields'>;
  approved: MergedFields;
  before: MergedFields;
  after: MergedFields;
}): Found & { uncompared: UncomparedField[] } {
  const then = input.schema.fields;
  const all = input.draft.fields.map((field): Found => {
    const values = {
      approved: ownValue(input.approved, field.name),
      before: ownValue(input.before, field.name),
      after: ownValue(input.after, field.name),
    };
    if (field.type === 'rows') return compareTables(field, columnsOf(then, field.name), values);
    return compareCells(field, null, isIn(then, field), [{ row: null, ...mapTriple(values, oneOf) }]);
  });
  return {
    counts: all.flatMap(({ counts }) => counts),
    changes: all.flatMap(({ changes }) => changes),
    uncompared: listUncompared(input.draft.fields, then, input.approved),
  };
}

const isIn = (fields: readonly (Field | RowField)[], field: Field | RowField) =>
  isSameField(
    fields.find(({ name }) => name === field.name),
    field,
  );
const columnsOf = (fields: readonly Field[], name: string): readonly RowField[] =>
  fields.find((field) => field.name === name && field.type === 'rows')?.fields ?? [];
const oneOf = (values: Values): Cell => (Array.isArray(values) ? undefined : values);
const rowsOf = (values: Values): MergedRow[] => (Array.isArray(values) ? values : []);
const labelOf = ({ label, name }: Pick<RowField, 'label' | 'name'>, table: Field | null) =>
  table ? `${table.label || table.name}: ${label || name}` : label || name;

function mapTriple<From, To>({ approved, before, after }: Triple<From>, map: (one: From | undefined) => To | undefined): Triple<To> {
  return { approved: map(approved), before: map(before), after: map(after) };
}

/** @param then the columns that were approved */
function compareTables(table: Field, then: readonly RowField[], values: Triple<MergedFields[string]>): Found {
  const columns = table.fields ?? [];
  const known = columns.filter((column) => isIn(then, column));
  const triples = listTriples(rowsOf(values.approved), rowsOf(values.before), rowsOf(values.after), known);
  const found = columns.map((column) => {
    const cells = triples.map((triple) => ({
      row: rowNumber(triple.approved ?? triple.after ?? triple.before),
      ...mapTriple(triple, (row) => row && ownValue(row.cells, column.name)),
    }));
    return compareCells(column, table, known.includes(column), cells);
  });
  return { counts: found.flatMap(({ counts }) => counts), changes: found.flatMap(({ changes }) => changes) };
}

/** 1-based. */
function rowNumber(row: MergedRow | undefined): number {
  return Number(parsePointer(row?.pointer ?? '')[1] ?? 0) + 1;
}

/** The approved rows in their order, then those that only an extraction has. */
function listTriples(approved: MergedRow[], before: MergedRow[], after: MergedRow[], columns: readonly RowField[]): Triple<MergedRow>[] {
  const [wasBefore, isAfter] = [pairRows(approved, before, columns), pairRows(approved, after, columns)];
  const [taken, met] = [new Set(wasBefore), new Set(isAfter)];
  const extra = before.filter((row) => !taken.has(row));
  const left = after.filter((row) => !met.has(row));
  const alike = pairRows(extra, left, columns);
  for (const row of alike) met.add(row);
  return [
    ...approved.map((row, at) => ({ approved: row, before: wasBefore[at], after: isAfter[at] })),
    ...extra.map((row, at) => ({ approved: undefined, before: row, after: alike[at] })),
    ...left.filter((row) => !met.has(row)).map((row) => ({ approved: undefined, before: undefined, after: row })),
  ];
}

/** @param table of a column: the field it belongs to */
function compareCells(
  field: Field | RowField,
  table: Field | null,
  isKnown: boolean,
  cells: readonly ({ row: number | null } & Triple<MergedValue>)[],
): Found {
  const name = table ? `${table.name}.${field.name}` : field.name;
  const none = { values: 0, right_before: 0, right_after: 0, gains: 0, losses: 0, found: 0 };
  const counts: PreviewCounts = { field: name, label: labelOf(field, table), type: field.type, ...none };
  const changes: PreviewChange[] = [];
  for (const { row, approved, before, after } of cells) {
    const tell = (kind: PreviewChange['kind']) =>
      changes.push({ kind, field: name, row, approved: approved?.value ?? null, before: placed(before), after: placed(after) });
    if (!isKnown) {
      if (isNothing(after)) continue;
      counts.found += 1;
      tell('new');
      continue;
    }
    if ([approved, before, after].every(isNothing)) continue;
    const [wasRight, isRight] = [isRightValue(before, approved), isRightValue(after, approved)];
    counts.values += 1;
    counts.right_before += Number(wasRight);
    counts.right_after += Number(isRight);
    if (wasRight === isRight) continue;
    if (isRight) counts.gains += 1;
    else counts.losses += 1;
    tell(isRight ? 'gain' : 'loss');
  }
  return { counts: [counts], changes };
}

const isNothing = (cell: Cell) => isEmptyValue(cell?.value ?? null);
const isRightValue = (cell: Cell, approved: Cell) =>
  isNothing(approved) ? isNothing(cell) : isSameJson(cell?.value ?? null, approved?.value ?? null);

function placed(cell: Cell): PreviewChange['before'] {
  const evidence = cell?.evidence.find(({ box }) => box !== null);
  return { value: cell?.value ?? null, place: evidence?.box ? { page: evidence.page, box: evidence.box } : null };
}

/** Fields and columns with approved values that the draft does not have, or has with another type. */
function listUncompared(now: readonly Field[], then: readonly Field[], approved: MergedFields): UncomparedField[] {
  return then
    .flatMap((field): UncomparedField[] => {
      const values = ownValue(approved, field.name);
      if (field.type !== 'rows')
        return isIn(now, field) ? [] : [{ field: field.name, label: labelOf(field, null), values: Number(!isNothing(oneOf(values))) }];
      const columns = columnsOf(now, field.name);
      return (field.fields ?? [])
        .filter((column) => !isIn(columns, column))
        .map((column) => ({
          field: `${field.name}.${column.name}`,
          label: labelOf(column, field),
          values: rowsOf(values).filter(({ cells }) => !isNothing(ownValue(cells, column.name))).length,
        }));
    })
    .filter(({ values }) => values > 0);
}
