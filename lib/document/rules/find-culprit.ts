import type { Flag, MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { ExtractionResult, Support } from '#lib/contract/service/extraction.ts';
import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { measureCompleteness } from '../rows/measure-completeness.ts';
import type { PlainFields } from '../schemas/plain-fields.ts';
import { amountsOfLine, lastAmountOf } from '../values/amounts-of-line.ts';
import { findTypeFault } from '../values/check-value.ts';
import { formatValue } from '../values/format-value.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import { valueAt } from '../values/value-at.ts';
import { fitsGap } from './compare-sides.ts';
import { gapOf, type RuleOutcome } from './evaluate-rules.ts';
import { fitsItsRow } from './fits-its-row.ts';
import type { FormulaBudget } from './formula-budget.ts';
import type { Proposal } from './propose-values.ts';

/** Lines without a row that are put together to make up what a sum lacks, at most. */
const MOST_LINES = 8;
/** Amounts that are tried of one line, at most. */
const MOST_AMOUNTS = 40;
/** What reading the amounts of a line costs, in terms of a formula, for each of its characters. */
const COST_OF_CHARACTER = 10;
/** Rows that are taken out by way of trial, at most. */
const MOST_ROWS = 500;

/** Where values without a confidence rank among those with one when somebody is to blame. */
const RANK_OF_SUPPORT: Record<Support, number> = { agrees: 0.9, labelled: 0.7, alone: 0.4, differs: 0.4 };

type Culprit = Pick<Flag, 'pointer' | 'message' | 'proposal'>;
type Case = {
  schema: Pick<SchemaDraft, 'fields' | 'rules'>;
  fields: MergedFields;
  /** The values of `fields`. */
  values: PlainFields;
  /** What became of all rules. */
  outcomes: readonly RuleOutcome[];
  completeness: ExtractionResult['completeness'] | undefined;
  /** For trying the rules with other rows and sums of lines; one for all rules of the document. */
  budget: FormulaBudget;
};

/** What a rule says when it is broken. */
function wordsOf({ rule }: RuleOutcome): string {
  return rule.message || `Rule not met: ${rule.formula}.`;
}

/**
 * Who is to blame for a broken rule, and the value that would make it hold, if it is a value that is wrong.
 *
 * For a sum over rows, in this order: a cell that its own row proves wrong and right with the sum's value; a line of the page that is
 * in no row and has what the sum lacks; a row without which the sum fits; any line of the page that looks like a row and is in none;
 * else the value that the engine was least sure of, of those that no other rule and no row's own arithmetic bears out. A cell that its
 * row bears out is never to be changed.
 */
export function findCulprit(outcome: RuleOutcome, given: Case): Culprit {
  const { schema } = given;
  const words = wordsOf(outcome);
  const fitting = outcome.proposals.filter(({ pointer, value }) => {
    const field = fieldAt(schema, pointer);
    return field !== undefined && findTypeFault(field, value) === null;
  });
  const doubt = doubtOf(given, outcome);
  const take = (some: readonly Proposal[]): Culprit | null => {
    const [blamed] = some.toSorted((a, b) => doubt(a.pointer) - doubt(b.pointer));
    return blamed ? { pointer: blamed.pointer, message: words, proposal: blamed.value } : null;
  };
  const tables = outcome.row === null ? [...new Set(outcome.pointers.flatMap(tableOf))] : [];
  if (tables.length === 0) {
    const [first = ''] = outcome.pointers.toSorted((a, b) => doubt(a) - doubt(b));
    return take(fitting) ?? { pointer: first, message: words };
  }
  const mended = take(fitting.filter(({ pointer, value }) => fitsRow(given, pointer) === false && fitsRow(given, pointer, value) === true));
  if (mended) return mended;
  const ofRows = tables.flatMap(
    (table) => blameMissing(outcome, given, table) ?? blameExtra(outcome, given, table) ?? blameLines(outcome, given, table) ?? [],
  )[0];
  if (ofRows) return ofRows;
  const unproved = fitting.filter(({ pointer }) => fitsRow(given, pointer) !== true && !isBorneOut(given, outcome, pointer));
  const [first = ''] = outcome.pointers.toSorted((a, b) => doubt(a) - doubt(b));
  if (fitting.length === 0) return { pointer: first, message: words };
  const [table = ''] = tables;
  const rest = `${words} Each value is plausible on its own: a row may be missing or superfluous.`;
  return take(unproved) ?? { pointer: formatPointer(table), message: rest };
}

function tableOf(pointer: string): string[] {
  const [name, row, column] = parsePointer(pointer);
  return name !== undefined && row !== undefined && column !== undefined ? [name] : [];
}

function fieldAt(schema: Case['schema'], pointer: string) {
  const [name, , column] = parsePointer(pointer);
  const field = schema.fields.find((candidate) => candidate.name === name);
  return column === undefined ? field : field?.fields?.find((candidate) => candidate.name === column);
}

/**
 * How unlikely a value is to blame: least the one the engine was least sure of, then what another rule bears out, a person's own
 * value last.
 */
function doubtOf(given: Case, outcome: RuleOutcome): (pointer: string) => number {
  return (pointer) => {
    const merged = valueAt(given.fields, pointer);
    if (!merged) return 5;
    const isProved = isBorneOut(given, outcome, pointer) || fitsRow(given, pointer) === true;
    if (merged.status !== 'machine') return 3 + trustOf(merged);
    return trustOf(merged) + (isProved ? 1 : 0);
  };
}

/** How a value ranks among others: by its confidence, or by its support where there is none. */
function trustOf({ confidence, support }: MergedValue): number {
  return confidence ?? RANK_OF_SUPPORT[support ?? 'alone'];
}

/** True when another rule in which the value takes part holds with it. */
function isBorneOut({ outcomes }: Case, outcome: RuleOutcome, pointer: string): boolean {
  return outcomes.some(
    (other) =>
      other !== outcome && other.holds === true && isEquality(other) && other.rule !== outcome.rule && other.pointers.includes(pointer),
  );
}

function isEquality({ rule }: RuleOutcome): boolean {
  return /(^|[^<>!])=/.test(rule.formula);
}

/** Whether a cell's own row bears out its value, or `value` in its place; null for what is no cell, or has nothing to be judged by. */
function fitsRow({ schema, values }: Case, pointer: string, value?: Proposal['value']): boolean | null {
  const [name = '', index, column] = parsePointer(pointer);
  const rows = values[name];
  const row = Array.isArray(rows) ? rows[Number(index)] : undefined;
  if (column === undefined || row === undefined || row === null || typeof row !== 'object') return null;
  const columns = schema.fields.find((field) => field.name === name)?.fields ?? [];
  return fitsItsRow(columns, value === undefined ? row : { ...row, [column]: value }, column);
}

function withRows(values: PlainFields, table: string, change: (rows: PlainFields[string] & object[]) => object[]): PlainFields {
  const rows = values[table];
  return Array.isArray(rows) ? { ...values, [table]: change(rows as never) as never } : values;
}

/** What a further row would have to hold in a column to make the rule hold; null when nothing there does. */
function lackOf(
  outcome: RuleOutcome,
  { values, budget }: Case,
  table: string,
  columns: readonly RowField[],
  column: string,
): number | null {
  // Beside it nothing; where the rule multiplies, one.
  for (const beside of [0, 1]) {
    const blank = Object.fromEntries(columns.map(({ name }) => [name, beside]));
    const at = (value: number) =>
      gapOf(
        outcome.rule,
        withRows(values, table, (rows) => [...rows, { ...blank, [column]: value }]),
        budget,
      );
    const [none, one] = [at(0), at(1)];
    if (none === null || one === null || Math.abs(one - none) < 1e-9) continue;
    return Math.round((-none / (one - none)) * 100) / 100;
  }
  return null;
}

/** Lines of which one amount each makes up `lack`; null when none do within the budget that is left. The fewest are tried first. */
function findLines<Line extends { text: string }>(lines: readonly Line[], lack: number, budget: FormulaBudget): Line[] | null {
  const tried = lines.slice(0, MOST_LINES);
  budget.left -= COST_OF_CHARACTER * tried.reduce((sum, { text }) => sum + text.length, 0);
  if (budget.left < 0) return null;
  const known = tried.map((line) => ({ line, amounts: amountsOfLine(line.text).slice(0, MOST_AMOUNTS) }));
  const pick = (from: number, left: number, count: number): Line[] | null => {
    if (count === 0) return Math.abs(left) < 0.0101 ? [] : null;
    for (let at = from; at < known.length; at += 1) {
      const { line, amounts } = known[at]!;
      for (const amount of amounts) {
        budget.left -= 1;
        if (budget.left < 0) return null;
        const rest = amount === 0 ? null : pick(at + 1, left - amount, count - 1);
        if (rest) return [line, ...rest];
      }
    }
    return null;
  };
  for (let count = 1; count <= Math.min(3, known.length); count += 1) {
    const found = pick(0, lack, count);
    if (found) return found;
  }
  // More than that only all together, by the last amount of each, which is the amount of the line.
  const last = known.map(({ line }) => lastAmountOf(line.text) ?? 0);
  return known.length > 3 && Math.abs(last.reduce((sum, amount) => sum + amount, 0) - lack) < 0.0101 ? known.map(({ line }) => line) : null;
}

/** The table, when lines of the page that are in no row have just what the sum lacks. */
function blameMissing(outcome: RuleOutcome, given: Case, table: string): Culprit | null {
  const { schema, fields, completeness } = given;
  const rows = fields[table];
  const meter = Array.isArray(rows) ? measureCompleteness(rows, completeness?.[table]) : null;
  const columns = schema.fields.find(({ name }) => name === table)?.fields ?? [];
  const lines = meter ? [...meter.missing, ...meter.amounts] : (completeness?.[table]?.unclaimed ?? []);
  if (lines.length === 0) return null;
  const used = new Set(outcome.pointers.flatMap((pointer) => (tableOf(pointer)[0] === table ? [parsePointer(pointer)[2] ?? ''] : [])));
  for (const column of used) {
    const lack = lackOf(outcome, given, table, columns, column);
    const found = lack === null || Math.abs(lack) < 0.01 ? null : findLines(lines, lack, given.budget);
    if (!found) continue;
    const type = columns.find(({ name }) => name === column)?.type ?? 'money';
    const shown = formatValue(type, lack);
    const said = found.map(({ text, page }) => `“${text}”, page ${page}`).join('; ');
    const what =
      found.length === 1
        ? `A line that is in no row has the missing ${shown}: ${said}.`
        : `${found.length} lines that are in no row have the missing ${shown}: ${said}.`;
    return { pointer: formatPointer(table), message: `${wordsOf(outcome)} ${what}` };
  }
  return null;
}

/** The table, when lines of the page look like rows and are in none: they are looked at before a value is doubted. */
function blameLines(outcome: RuleOutcome, { fields, completeness }: Case, table: string): Culprit | null {
  const rows = fields[table];
  const [first, ...others] = (Array.isArray(rows) ? measureCompleteness(rows, completeness?.[table])?.missing : null) ?? [];
  if (!first) return null;
  const more = others.length === 0 ? '' : `, and ${others.length === 1 ? '1 other' : `${others.length} others`}`;
  return {
    pointer: formatPointer(table),
    message: `${wordsOf(outcome)} A line that looks like a row is in none: “${first.text}”, page ${first.page}${more}.`,
  };
}

/** A row without which the rule holds; of several the one that its own figures do not bear out, then the last. */
function blameExtra(outcome: RuleOutcome, given: Case, table: string): Culprit | null {
  const { values, fields } = given;
  const rows = fields[table];
  const plain = values[table];
  if (!Array.isArray(rows) || !Array.isArray(plain) || rows.length < 2 || rows.length > MOST_ROWS) return null;
  const found = rows.flatMap((row, index) => {
    const gap = gapOf(
      outcome.rule,
      withRows(values, table, (all) => all.toSpliced(index, 1)),
      given.budget,
    );
    return gap !== null && fitsGap(gap, outcome.pointers.length) ? [{ row, index }] : [];
  });
  const isProved = (index: number) =>
    outcome.pointers.some((pointer) => parsePointer(pointer)[1] === String(index) && fitsRow(given, pointer) === true);
  const [blamed] = found.toSorted((a, b) => Number(isProved(a.index)) - Number(isProved(b.index)) || b.index - a.index);
  if (!blamed) return null;
  return {
    pointer: blamed.row.pointer,
    message: `${wordsOf(outcome)} Without row ${blamed.index + 1} the rule holds: check whether it belongs to the table.`,
  };
}
