// npm run bench:repair -- SET_FOLDER... [--synthetic N] [--least N] [--verbose]
//   Shifts the columns of right tables, repairs one row as a person would, lets the rest follow, and counts the tables that
//   are right afterwards. Then takes each row out of right results and counts where the completeness meter shows it.
import path from 'node:path';
import type { Action, ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { applyAction, mergeActions } from '#lib/document/review/merge-actions.ts';
import { draftsOfChanges } from '#lib/document/rows/cell-changes.ts';
import { createTableContext } from '#lib/document/rows/create-table-context.ts';
import { measureCompleteness } from '#lib/document/rows/measure-completeness.ts';
import { propagateRowFix } from '#lib/document/rows/propagate-row-fix.ts';
import { isSameValue, readCellText } from '#lib/document/values/read-cell-text.ts';
import { extract } from '#lib/extraction/extract.ts';
import { countRows } from '#lib/extraction/rows/completeness.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadSchemas, loadTruth } from '#training/sets/load-set.ts';
import { makeRepairTable } from './support/make-repair-table.ts';
import { tablesOfReading } from './support/repair-tables.ts';

/** A table with its right rows, evidence included. */
export type RightTable = { name: string; reading: Reading; field: Field; rows: ExtractedRow[] };

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const folders = process.argv
  .slice(2)
  .filter((argument, index, all) => !argument.startsWith('--') && !/^--(synthetic|least)$/.test(all[index - 1] ?? ''));
const verbose = process.argv.includes('--verbose');
const print = (line: string) => process.stdout.write(`${line}\n`);
const actor = { id: 'bench', name: 'Bench' };
let actions = 0;
const actionOf = (draft: ActionDraft): Action => {
  actions += 1;
  return { id: `action-${actions}`, sequence: actions, actor, at: '2026-01-01T00:00:00.000Z', draft };
};

/** Tables of a set that extraction gets right: all rows of the truth, every scored cell. */
async function rightTables(folder: string): Promise<RightTable[]> {
  const schemas = loadSchemas(folder);
  const tables: RightTable[] = [];
  for (const line of loadTruth(folder)) {
    const schema = schemas.get(line.schema);
    const reading = await loadReading(path.join(folder, line.file));
    const name = `${path.basename(folder)} ${path.basename(line.file)}`;
    if (!schema) {
      tables.push(...tablesOfReading(name, reading, line));
      continue;
    }
    const field = schema.fields.find((candidate) => candidate.name === 'line_items' && candidate.type === 'rows');
    const rows = field && extract({ schema, reading }).fields[field.name];
    const truth = line.line_items ?? [];
    if (!field || !Array.isArray(rows) || rows.length === 0 || rows.length !== truth.length) continue;
    const scored = (field.fields ?? []).filter((column) => !line.line_items_ignore?.includes(column.name));
    const isRight = truth.every((row, index) => scored.every(({ name: column }) => isSame(row[column], rows[index]?.[column]?.value)));
    if (isRight) tables.push({ name, reading, field, rows });
  }
  return tables;
}

function isSame(a: unknown, b: ExtractedValue['value'] | undefined): boolean {
  return isSameValue((a ?? null) as ExtractedValue['value'], b ?? null);
}

const empty = (): ExtractedValue => ({ value: null, text: null, confidence: 0.5, evidence: [], candidates: [] });

/** The same rows with every column holding what stands one column further left (+1) or right (-1), read as its own type. */
function shift(table: RightTable, by: 1 | -1): ExtractedRow[] {
  const columns = (table.field.fields ?? []).filter(({ name }) => table.rows.some((row) => row[name]?.value != null));
  return table.rows.map((row) =>
    Object.fromEntries(
      (table.field.fields ?? []).map((column): [string, ExtractedValue] => {
        const at = columns.indexOf(column);
        const from = at < 0 ? undefined : columns[at - by];
        const cell = from && row[from.name];
        const value = cell?.text ? readCellText(column, cell.text) : null;
        return [column.name, cell && value !== null ? { ...cell, value } : empty()];
      }),
    ),
  );
}

type Outcome = { name: string; rows: number; right: boolean; wrong: string[]; ms: number };

/** Repairs row `repaired` by typing its right values, accepts what follows, and compares all rows. */
function repair(table: RightTable, by: 1 | -1, repaired = 0): Outcome {
  const schema = { fields: [table.field] } as Pick<SchemaDraft, 'fields'>;
  const { name } = table.field;
  const columns = table.field.fields as RowField[];
  const result = { fields: { [name]: shift(table, by) }, completeness: {}, engine: 'bench' };
  let fields = mergeActions({ schema, result, actions: [] });
  const rowsNow = () => fields[name] as MergedRow[];
  const act = (drafts: readonly ActionDraft[]) => {
    for (const draft of drafts) fields = applyAction({ schema, fields, action: actionOf(draft) });
  };
  for (const column of columns) {
    const wanted = table.rows[repaired]?.[column.name]?.value ?? null;
    const cell = rowsNow()[repaired]!.cells[column.name]!;
    if (isSameValue(wanted, cell.value)) continue;
    act([
      wanted === null ? { kind: 'clear', pointer: cell.pointer } : { kind: 'correct', pointer: cell.pointer, value: wanted, evidence: [] },
    ]);
  }
  const started = performance.now();
  const following = propagateRowFix(createTableContext(columns, rowsNow(), table.reading.pages), repaired);
  const ms = performance.now() - started;
  act(draftsOfChanges(following?.changes ?? []));
  const wrong = table.rows.flatMap((row, index) =>
    columns.flatMap((column) => {
      const is = rowsNow()[index]!.cells[column.name]!.value;
      const should = row[column.name]?.value ?? null;
      return isSameValue(should, is) ? [] : [`${index} ${column.name}: ${JSON.stringify(is)} for ${JSON.stringify(should)}`];
    }),
  );
  return { name: `${table.name} ${by > 0 ? 'right' : 'left'}`, rows: table.rows.length, right: wrong.length === 0, wrong, ms };
}

/** Takes each row out of a right result. `kept`: the meter knows the lines of the extraction; `anew`: it sees only what is left. */
function takeOut(table: RightTable): { rows: number; kept: number; anew: number; alarms: number } {
  const schema = { fields: [table.field] } as Pick<SchemaDraft, 'fields'>;
  const { name } = table.field;
  const completeness = countRows(table.field, table.rows, table.reading, []);
  const merged = mergeActions({ schema, result: { fields: { [name]: table.rows }, completeness: {}, engine: 'bench' }, actions: [] })[
    name
  ] as MergedRow[];
  const alarms = measureCompleteness(merged, completeness)?.missing.length ?? 0;
  if (verbose && alarms > 0)
    print(
      `  ${table.name}: ${measureCompleteness(merged, completeness)
        ?.missing.map(({ text }) => text.slice(0, 80))
        .slice(0, 4)
        .join(' · ')}`,
    );
  let kept = 0;
  let anew = 0;
  table.rows.forEach((row, index) => {
    const shows = (lines: ReturnType<typeof measureCompleteness>) =>
      lines?.missing.some((line) =>
        Object.values(row).some(({ evidence }) =>
          evidence.some((place) => place.page === line.page && place.words?.some((word) => line.words?.includes(word))),
        ),
      );
    if (shows(measureCompleteness(merged.toSpliced(index, 1), completeness))) kept += 1;
    const rest = table.rows.toSpliced(index, 1);
    if (shows(measureCompleteness(merged.toSpliced(index, 1), countRows(table.field, rest, table.reading, [])))) anew += 1;
  });
  return { rows: table.rows.length, kept, anew, alarms };
}

/**
 * Takes each row out of a right result whose amounts add up to a total, and sees whom the broken sum blames. `named`: the table, with
 * the line that is missing, or that one is; `cells`: a cell that was right is to be changed; `totals`: the total is.
 */
function takeOutOfSum(table: RightTable): { sums: number; named: number; cells: number; totals: number } {
  const { name, fields: columns = [] } = table.field;
  const sums = { sums: 0, named: 0, cells: 0, totals: 0 };
  const amounts = columns.filter(({ type }) => type === 'money').at(-1);
  const values = table.rows.map((row) => row[amounts?.name ?? '']?.value);
  if (!amounts || !values.every((value) => typeof value === 'number')) return sums;
  const total: ExtractedValue = {
    ...empty(),
    value: Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100,
    confidence: 0.99,
  };
  const schema = {
    fields: [{ name: 'bench_total', type: 'money', label: '', description: '', required: false }, table.field] as Field[],
    rules: [{ formula: `bench_total = sum(${name}.${amounts.name})`, message: 'Sum.' }],
  };
  table.rows.forEach((row, index) => {
    if (Math.abs(Number(row[amounts.name]?.value)) < 1) return;
    const completeness = { [name]: countRows(table.field, table.rows, table.reading, []) };
    const rows = table.rows.toSpliced(index, 1);
    const merged = mergeActions({
      schema,
      result: { fields: { bench_total: total, [name]: rows }, completeness, engine: 'bench' },
      actions: [],
    });
    const flag = findFlags({ schema, fields: merged, completeness }).find(({ reason }) => reason === 'rule_broken');
    sums.sums += 1;
    if (flag?.pointer === `/${name}` && flag.proposal === undefined) sums.named += 1;
    else if (flag?.pointer === '/bench_total') sums.totals += 1;
    else if (flag?.proposal !== undefined) sums.cells += 1;
  });
  return sums;
}

const tables = (await Promise.all(folders.map(rightTables))).flat();
const synthetic = Array.from({ length: option('--synthetic', 20) }, (_, seed) => makeRepairTable(seed));

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

for (const [kind, list] of [
  ['from the folders', tables],
  ['synthetic', synthetic],
] as const) {
  const long = list.filter(({ rows }) => rows.length >= option('--least', 10));
  for (const [what, some] of [
    ['long', long],
    ['all with 3 rows or more', list.filter(({ rows }) => rows.length >= 3)],
  ] as const) {
    const outcomes = some.flatMap((table) => [repair(table, 1), repair(table, -1)]);
    const right = outcomes.filter((outcome) => outcome.right).length;
    const slowest = Math.max(0, ...outcomes.map(({ ms }) => ms));
    print(
      `Shifted tables ${kind}, ${what}: ${right} of ${outcomes.length} right after one row and one confirmation; slowest ${slowest.toFixed(0)} ms`,
    );
    for (const { name, rows, wrong } of verbose ? outcomes.filter((outcome) => !outcome.right) : [])
      print(`  ${name}, ${rows} rows, ${wrong.length} cells wrong: ${wrong.slice(0, 3).join(' · ')}`);
  }
  const taken = list.filter(({ rows }) => rows.some((row) => Object.values(row).some(({ evidence }) => evidence.length > 0))).map(takeOut);
  const sums = list.filter(({ rows }) => rows.length >= 2).map(takeOutOfSum);
  const add = (key: keyof (typeof sums)[number]) => sums.reduce((all, entry) => all + entry[key], 0);
  print(
    `Sums broken by a row taken out ${kind}: the missing row named ${add('named')} of ${add('sums')} (${percent(add('named'), add('sums'))}); a right cell to be changed ${add('cells')}, the total ${add('totals')}`,
  );
  const sum = (key: 'rows' | 'kept' | 'anew' | 'alarms') => taken.reduce((total, entry) => total + entry[key], 0);
  print(
    `Rows taken out ${kind}: meter shows ${sum('kept')} of ${sum('rows')} (${percent(sum('kept'), sum('rows'))}); without knowing the lines of the extraction ${percent(sum('anew'), sum('rows'))}; ${sum('alarms')} false lines in ${taken.length} right tables`,
  );
}
