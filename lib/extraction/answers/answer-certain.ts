import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { answerEInvoice } from '../embedded-data/answer-e-invoice.ts';
import { answerBoolean } from '../options/answer-boolean.ts';
import { answerEnum } from '../options/answer-enum.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { nothingFound } from '../values/build-value.ts';
import { answerChecked, type CheckedAnswer, preferChecked } from './answer-checked.ts';
import { answerForms } from './answer-forms.ts';

/**
 * Answers by field name that need no scoring, the fields (by place among those that are not rows) that are left to it, and what codes
 * of the document say of fields, to be held against what scoring finds.
 */
export type CertainAnswers = {
  answers: Map<string, ExtractedValue | ExtractedRow[]>;
  scored: number[];
  /** Fields that the file itself states or that are filled into its form. */
  stated: ReadonlySet<string>;
  checked: ReadonlyMap<number, CheckedAnswer>;
};

/** Answers what the file states itself, what forms are filled with, ticks, options and machine-readable codes. */
export function answerCertain(context: ExtractionContext, fields: readonly Field[]): CertainAnswers {
  const scalars = fields.filter((field) => field.type !== 'rows');
  const answers = new Map<string, ExtractedValue | ExtractedRow[]>(answerEInvoice(context, fields));
  for (const [index, answer] of answerForms(context)) {
    const name = scalars[index]?.name;
    if (name && !answers.has(name)) answers.set(name, answer);
  }
  const stated = new Set(answers.keys());
  const scored: number[] = [];
  const checked = answerChecked(context);
  scalars.forEach((field, index) => {
    if (answers.has(field.name)) return;
    if (context.view.tokens.length === 0 && !context.pool.candidates.length && !context.pool.ticks.length)
      answers.set(field.name, nothingFound('The document has no readable text.', 0.99));
    else if (field.type === 'boolean') answers.set(field.name, answerBoolean(context, index));
    else if (field.type === 'enum') answers.set(field.name, preferChecked(answerEnum(context, index), checked.get(index)));
    else scored.push(index);
  });
  return { answers, scored, stated, checked };
}
