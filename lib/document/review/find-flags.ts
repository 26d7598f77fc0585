import { thresholdOf } from '#lib/contract/desk/insights/threshold-of.ts';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { Flag, FlagReason, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { measureCompleteness } from '../rows/measure-completeness.ts';
import { evaluateRules, type RuleOutcome } from '../rules/evaluate-rules.ts';
import { findCulprit } from '../rules/find-culprit.ts';
import { createFormulaBudget, TOO_MUCH_WORK } from '../rules/formula-budget.ts';
import { listProved } from '../rules/list-proved.ts';
import { type PlainFields, plainFields } from '../schemas/plain-fields.ts';
import { checkValue } from '../values/check-value.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { createPatternBudget, type PatternBudget } from '../values/match-pattern.ts';
import { formatPointer } from '../values/pointer.ts';
import { valueAt } from '../values/value-at.ts';
import { flagOfOpinion } from './flag-of-opinion.ts';
import { flagOfSupport, isUncompared } from './flag-of-support.ts';

type FlagsInput = {
  schema: Pick<SchemaDraft, 'fields' | 'rules'>;
  fields: MergedFields;
  completeness?: ExtractionResult['completeness'] | undefined;
  /** Below which confidence a value is shown to a person; left out: the default. */
  thresholds?: Thresholds | null | undefined;
};

const ENGINE_FLAGS: Record<string, { reason: FlagReason; message: string }> = {
  engines_differ: { reason: 'engines_differ', message: 'Two readings of this value differ.' },
  hidden_text: { reason: 'hidden_text', message: 'The value comes from text that cannot be seen on the page.' },
  not_on_page: { reason: 'not_on_page', message: 'The value was not found on the page.' },
  badly_recognised: { reason: 'badly_recognised', message: 'The text was hard to recognise.' },
  sums_do_not_fit: { reason: 'sums_do_not_fit', message: 'The totals around this value do not add up.' },
  new_bank_account: {
    reason: 'new_bank_account',
    message: 'Earlier approved documents from this company show a different bank account. Verify it with the company before you approve.',
  },
};

/** Lines that look like rows, on which neither an extracted row stood nor one of a person's stands. */
function countOverlooked(rows: readonly MergedRow[], completeness: ExtractionResult['completeness'][string] | undefined): number {
  const meter = measureCompleteness(rows, completeness);
  if (meter) return meter.missing.filter(({ overlooked }) => overlooked).length;
  const untouched = rows.every((row) => row.origin === 'machine') && rows.length === completeness?.rows;
  return completeness && untouched ? Math.max(0, completeness.row_like_lines - completeness.rows) : 0;
}

function flagsOfValue(field: RowField, merged: MergedValue, budget: PatternBudget, threshold: number): Flag[] {
  const flags = flagOfOpinion(field, merged);
  const add = (reason: FlagReason, message: string) => flags.push({ pointer: merged.pointer, reason, message });
  if (isEmptyValue(merged.value)) {
    if (field.required) add('required_missing', 'Required, but nothing was found.');
    else if (merged.status === 'machine' && merged.candidates.length > 0 && merged.confidence !== null && merged.confidence < 0.5)
      add('low_confidence', 'Probably there, but the confidence is too low.');
    const doubt = merged.status === 'machine' ? flagOfSupport(field, merged) : null;
    if (doubt) add(doubt.reason, doubt.message);
    else if (merged.status === 'machine' && merged.machine_flags.includes('engines_differ'))
      add('engines_differ', 'Nothing was found, but another reading has a value here.');
    return flags;
  }
  const fault = checkValue(field, merged.value, budget);
  if (fault) add(fault.reason, fault.message);
  if (merged.status !== 'machine') return flags;
  const doubt = flagOfSupport(field, merged);
  if (doubt) add(doubt.reason, doubt.message);
  if (merged.confidence !== null && merged.confidence < threshold)
    add('low_confidence', `Read with ${Math.floor(merged.confidence * 100)} % confidence.`);
  for (const doubt of merged.machine_flags) {
    const known = ENGINE_FLAGS[doubt];
    if (known) add(known.reason, known.message);
  }
  return flags;
}

/** One flag for the document instead of one for each value, where nothing could be compared with the values. */
function gatherUncompared(fields: MergedFields, flags: Flag[]): Flag[] {
  if (!isUncompared(fields)) return flags;
  const message = 'The deployment gave no confidence, and nothing could be compared with its values.';
  return [{ pointer: '', reason: 'unconfirmed', message }, ...flags.filter(({ reason }) => reason !== 'unconfirmed')];
}

/** Without those of values that stand on the page and that the document's arithmetic bears out. */
function dropProved(flags: Flag[], outcomes: readonly RuleOutcome[], fields: MergedFields): Flag[] {
  if (!flags.some(({ reason }) => reason === 'unconfirmed')) return flags;
  const proved = listProved(outcomes, fields);
  const isOnPage = (pointer: string) => (valueAt(fields, pointer)?.evidence.length ?? 0) > 0;
  return flags.filter(({ reason, pointer }) => reason !== 'unconfirmed' || !proved.has(pointer) || !isOnPage(pointer));
}

/** Flags of broken rules, each at what is most likely to blame, and one where rules were too much work to judge. */
function ruleFlags({ schema, fields, completeness }: FlagsInput, values: PlainFields, outcomes: readonly RuleOutcome[]): Flag[] {
  const budget = createFormulaBudget();
  const flags: Flag[] = outcomes
    .filter(({ holds }) => holds === false)
    .map((outcome) => ({
      ...findCulprit(outcome, { schema, fields, values, outcomes, completeness, budget }),
      reason: 'rule_broken' as const,
    }));
  const isUnjudged = outcomes.some(({ problem }) => problem === TOO_MUCH_WORK);
  return isUnjudged ? [...flags, { pointer: '', reason: 'rule_broken', message: TOO_MUCH_WORK }] : flags;
}

/**
 * Why values of a document need a person, in the schema's order.
 *
 * What the engine doubts (confidence, recognition, hidden text …) is answered when a person confirms, corrects or
 * clears the value; what the schema demands (required, format, options, range, rules) stays until it is met or the
 * approval signs it off. Same function in the browser and on the server.
 */
export function findFlags(input: FlagsInput): Flag[] {
  const flags: Flag[] = [];
  const budget = createPatternBudget();
  for (const field of input.schema.fields) {
    const entry = ownValue(input.fields, field.name);
    if (entry === undefined) continue;
    if (!Array.isArray(entry)) {
      flags.push(...flagsOfValue(field as RowField, entry, budget, thresholdOf(input.thresholds, field.name)));
      continue;
    }
    if (field.required && entry.length === 0) {
      flags.push({ pointer: formatPointer(field.name), reason: 'required_missing', message: 'Required, but no rows were found.' });
    }
    for (const row of entry) {
      for (const column of field.fields ?? []) {
        const cell = ownValue(row.cells, column.name);
        if (cell) flags.push(...flagsOfValue(column, cell, budget, thresholdOf(input.thresholds, `${field.name}.${column.name}`)));
      }
    }
    const missing = countOverlooked(entry, input.completeness && ownValue(input.completeness, field.name));
    if (missing > 0) {
      const lines = missing === 1 ? '1 line looks like a row but is not here.' : `${missing} lines look like rows but are not here.`;
      flags.push({ pointer: formatPointer(field.name), reason: 'rows_missing', message: lines });
    }
  }
  const values = plainFields(input.fields);
  const outcomes = evaluateRules(input.schema.rules, values);
  const doubts = dropProved(gatherUncompared(input.fields, flags), outcomes, input.fields);
  return [...doubts, ...ruleFlags(input, values, outcomes)];
}
