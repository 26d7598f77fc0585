import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import type { PlainFields } from '../schemas/plain-fields.ts';
import { compareSides } from './compare-sides.ts';
import { evaluate, type FormulaScope, rowsNamed } from './evaluate-expression.ts';
import { BudgetError, createFormulaBudget, type FormulaBudget, TOO_MUCH_WORK } from './formula-budget.ts';
import { type Comparison, FormulaError, parseFormula } from './parse-formula.ts';
import { type Proposal, pointersOf, proposeDates, proposeValues } from './propose-values.ts';

/**
 * Outcome of a rule, or of a rule for one row. `holds`: null when a value is missing or the formula cannot be read (then
 * `problem` says why). `left` and `right` are the sides as worked out.
 */
export type RuleOutcome = {
  rule: Rule;
  /** 0-based row when the rule speaks of single rows. */
  row: number | null;
  holds: boolean | null;
  left: number | string | null;
  right: number | string | null;
  /** Pointers of the values that take part. */
  pointers: string[];
  proposals: Proposal[];
  problem: string | null;
};

const UNLIKE = 'The two sides cannot be compared: one is a number, the other a date or a text.';
/** Rows of one rule for which proposals are made; trying one goes through all rows. */
const MOST_ROWS = 200;

/**
 * Evaluates rules over plain values. A rule that names columns outside of `sum` and the like is evaluated for every row.
 * The work is bounded whatever the formulas are; a rule that it does not reach for has the problem `TOO_MUCH_WORK`.
 */
export function evaluateRules(rules: readonly Rule[], values: PlainFields): RuleOutcome[] {
  const budget = createFormulaBudget();
  const proposing = createFormulaBudget();
  return rules.flatMap((rule) => {
    try {
      return judge(rule, parseFormula(rule.formula), { values, row: null, budget }, proposing);
    } catch (error) {
      const problem =
        error instanceof FormulaError ? error.message : error instanceof BudgetError ? TOO_MUCH_WORK : 'The formula cannot be read.';
      return [{ rule, row: null, holds: null, left: null, right: null, pointers: [], proposals: [], problem }];
    }
  });
}

function judge(rule: Rule, comparison: Comparison, scope: FormulaScope, proposing: FormulaBudget): RuleOutcome[] {
  const rows = rowsNamed(comparison.left) ?? rowsNamed(comparison.right);
  if (!rows) return [outcome(rule, comparison, scope, proposing)];
  const list = ownValue(scope.values, rows);
  let broken = 0;
  return Array.isArray(list)
    ? list.map((_, row) => {
        const judged = outcome(rule, comparison, { ...scope, row }, broken < MOST_ROWS ? proposing : null);
        if (judged.holds === false) broken += 1;
        return judged;
      })
    : [];
}

function outcome(rule: Rule, comparison: Comparison, scope: FormulaScope, proposing: FormulaBudget | null): RuleOutcome {
  const left = evaluate(comparison.left, scope);
  const right = evaluate(comparison.right, scope);
  const pointers = [...new Set([...pointersOf(comparison.left, scope), ...pointersOf(comparison.right, scope)])];
  const problem = left !== null && right !== null && typeof left !== typeof right ? UNLIKE : null;
  const holds = left === null || right === null || problem ? null : compareSides(left, comparison.operator, right, pointers.length);
  const isBroken = holds === false && comparison.operator === '=';
  const proposals =
    proposing && isBroken
      ? (proposeDates(comparison, scope, left, right) ?? proposeValues(comparison, { ...scope, budget: proposing }, pointers))
      : [];
  return { rule, row: scope.row, holds, left, right, pointers, proposals, problem };
}

/**
 * How far the left side of a rule is over the right, as the values are; null when a value is missing, the sides are no amounts, or the
 * formula cannot be read, speaks of single rows or is more than the budget that is left.
 */
export function gapOf(rule: Rule, values: PlainFields, budget: FormulaBudget): number | null {
  try {
    const { left, right } = parseFormula(rule.formula);
    const sides = [left, right].map((side) => evaluate(side, { values, row: null, budget }));
    return typeof sides[0] === 'number' && typeof sides[1] === 'number' ? sides[0] - sides[1] : null;
  } catch (error) {
    if (error instanceof FormulaError || error instanceof BudgetError) return null;
    throw error;
  }
}
