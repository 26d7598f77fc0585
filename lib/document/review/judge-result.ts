import type { FlagReason } from '#lib/contract/desk/review.ts';
import type { ExtractionResult, Verdicts } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { evaluateRules, type RuleOutcome } from '../rules/evaluate-rules.ts';
import { plainFields } from '../schemas/plain-fields.ts';
import { findFlags } from './find-flags.ts';
import { extractedFields } from './merge-actions.ts';

/** Findings and broken places of one rule that are told at most. */
const [MOST_FINDINGS, MOST_BROKEN] = [500, 50];
/** What the schema demands; the engine's own flags stand with the values. */
const DEMANDS: ReadonlySet<FlagReason> = new Set<FlagReason>([
  'required_missing',
  'bad_format',
  'not_an_option',
  'out_of_range',
  'rule_broken',
  'rows_missing',
]);

/** What a schema's demands and rules say of an extraction's result: the same judgement that the review shows. */
export function judgeResult(schema: Pick<SchemaDraft, 'fields' | 'rules'>, result: ExtractionResult): Verdicts {
  const fields = extractedFields(schema, result);
  const all = evaluateRules(schema.rules, plainFields(fields));
  return {
    rules: schema.rules.map((rule) => {
      const outcomes = all.filter((outcome) => outcome.rule === rule);
      const broken = outcomes.filter(({ holds }) => holds === false);
      return {
        formula: rule.formula,
        message: rule.message,
        holds: broken.length ? false : outcomes.some(({ holds }) => holds) ? true : null,
        problem: outcomes.find(({ problem }) => problem)?.problem ?? null,
        broken: broken.slice(0, MOST_BROKEN).map(placeOf),
      };
    }),
    findings: findFlags({ schema, fields, completeness: result.completeness })
      .filter(({ reason }) => DEMANDS.has(reason))
      .slice(0, MOST_FINDINGS),
  };
}

function placeOf({ row, left, right, pointers, proposals }: RuleOutcome): Verdicts['rules'][number]['broken'][number] {
  return { row, left, right, pointers, proposals };
}
