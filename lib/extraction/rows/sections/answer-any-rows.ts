import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { type AnsweredRows, answerRows, type TaughtHeadings } from '../answer-rows.ts';
import { answerRecordRows, answerSectionRows } from './answer-section-rows.ts';

/**
 * Rows of a `rows` field: those of a table or list of figures, or else of a table of texts, or else the entries of a section, or labelled records.
 * @param taught by name of a column, what approved documents have its headings for
 */
export function answerAnyRows(context: ExtractionContext, field: Field, taught?: TaughtHeadings): AnsweredRows {
  const table = answerRows(context, field, 'figures', taught);
  if (table.rows.length) return table;
  const texts = answerRows(context, field, 'texts', taught);
  if (texts.rows.length) return texts;
  const entries = answerSectionRows(context, field);
  const rows = entries.length ? entries : answerRecordRows(context, field);
  return {
    rows,
    titles: [],
    completeness: { ...table.completeness, row_like_lines: Math.max(table.completeness.row_like_lines, rows.length), rows: rows.length },
  };
}
