import type { MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { PreviewChange, PreviewCounts } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { matchRows } from '../grounding/match-rows.ts';
import { isSameField } from '../schemas/is-same-field.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { isSameJson } from './seen.ts';

type Fields = readonly Field[];
type Values = MergedFields[string] | undefined;
type Cell = MergedValue | undefined;
/** A row that was approved, extracted before, and extracted after; undefined where there was none. */
type Triple = Record<'approved' | 'before' | 'after', MergedRow | undefined>;
type Found = { counts: PreviewCounts[]; changes: PreviewChange[] };

/**
 * Judges two extractions of a document by its approved values, field by field of a draft. A value counts where there is one, approved or
 * extracted; nothing where nothing was approved is right. Rows are known by the cells they share. A field whose approved values do not mean
 * the same under the draft, or that had none, is new: only what was found is told.
 * @param input.schema what the values were approved under
 * @param input.before the values without people's actions
 * @param input.after the values without people's actions, by the draft
 */
export function compareExtractions(input: {
  draft: Pick<SchemaDraft, 'fields'>;
  schema: Pick<SchemaDraft, 'fields'>;
  approved: MergedFields;
  before: MergedFields;
  after: MergedFields;
}): Found {
  const all = input.draft.fields.map((field): Found => {
    const [approved, before, after] = [input.approved, input.before, input.after].map((fields) => ownValue(fields, field.name));
    return field.type === 'rows'
      ? compareTables(field, columnsOf(input.schema.fields, field), { approved, before, after })
      : compareCells(field, { prefix: '', isKnown: isKnown(input.schema.fields, field) }, [
          { row: null, approved: oneOf(approved), before: oneOf(before), after: oneOf(after) },
        ]);
  });
  return { counts: all.flatMap(({ counts }) => counts), changes: all.flatMap(({ changes }) => changes) };
}

const isKnown = (then: Fields, field: Field | RowField) =>
  isSameField(
    then.find(({ name }) => name === field.name),
    field,
  );
const columnsOf = (then: Fields, { name }: Field) => then.find((field) => field.name === name && field.type === 'rows')?.fields ?? null;
const oneOf = (values: Values): Cell => (Array.isArray(values) ? undefined : values);
const rowsOf = (values: Values): MergedRow[] => (Array.isArray(values) ? values : []);

/** @param then the columns that were approved; null = there was no such table */
function compareTables(field: Field, then: readonly RowField[] | null, of: Record<keyof Triple, Values>): Found {
  const columns = field.fields ?? [];
  const known = columns.filter((column) => then && isKnown(then, column));
  const triples = pairRows(rowsOf(of.approved), rowsOf(of.before), rowsOf(of.after), known);
  const found = columns.map((column) => {
    const cells = triples.map((triple, index) => ({
      row: index + 1,
      ...(mapTriple(triple, (row) => row && ownValue(row.cells, column.name)) as Record<keyof Triple, Cell>),
    }));
    return compareCells(column, { prefix: `${field.name}.`, isKnown: known.includes(column) }, cells);
  });
  return { counts: found.flatMap(({ counts }) => counts), changes: found.flatMap(({ changes }) => changes) };
}

function mapTriple<T>(triple: Triple, map: (row: MergedRow | undefined) => T): Record<keyof Triple, T> {
  return { approved: map(triple.approved), before: map(triple.before), after: map(triple.after) };
}

/** The approved rows in their order, then those that only an extraction has. */
function pairRows(approved: MergedRow[], before: MergedRow[], after: MergedRow[], columns: readonly RowField[]): Triple[] {
  const [wasBefore, isAfter] = [findPartners(approved, before, columns), findPartners(approved, after, columns)];
  const taken = new Set([...wasBefore, ...isAfter]);
  const left = after.filter((row) => !taken.has(row));
  const extra = before.filter((row) => !taken.has(row));
  const alike = findPartners(extra, left, columns);
  const met = new Set(alike);
  return [
    ...approved.map((row, at) => ({ approved: row, before: wasBefore[at], after: isAfter[at] })),
    ...extra.map((row, at) => ({ approved: undefined, before: row, after: alike[at] })),
    ...left.filter((row) => !met.has(row)).map((row) => ({ approved: undefined, before: undefined, after: row })),
  ];
}

/** For each row the one of the others that means the same. */
function findPartners(rows: readonly MergedRow[], others: readonly MergedRow[], columns: readonly RowField[]): (MergedRow | undefined)[] {
  const rowOf = new Map(others.map((row) => [row.cells, row]));
  const matched = matchRows(
    rows.map(({ cells }) => cells),
    [...rowOf.keys()],
    columns,
  );
  return matched.map((cells) => (cells ? rowOf.get(cells) : undefined));
}

type Compared = { row: number | null } & Record<keyof Triple, Cell>;

function compareCells(
  field: Field | RowField,
  { prefix, isKnown }: { prefix: string; isKnown: boolean },
  cells: readonly Compared[],
): Found {
  const name = `${prefix}${field.name}`;
  const counts: PreviewCounts = {
    field: name,
    label: field.label || field.name,
    values: 0,
    right_before: 0,
    right_after: 0,
    gains: 0,
    losses: 0,
    found: 0,
  };
  const changes: PreviewChange[] = [];
  const tell = (kind: PreviewChange['kind'], { row, approved, before, after }: Compared) =>
    changes.push({ kind, field: name, row, approved: approved?.value ?? null, before: placed(before), after: placed(after) });
  for (const cell of cells) {
    const { approved, before, after } = cell;
    if (!isKnown) {
      if (isNothing(after)) continue;
      counts.found += 1;
      tell('new', cell);
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
    tell(isRight ? 'gain' : 'loss', cell);
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
