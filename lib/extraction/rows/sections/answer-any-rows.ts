import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Scene } from '../../scoring/scene.ts';
import { type AnsweredRows, answerRows, type TaughtHeadings } from '../answer-rows.ts';
import { answerRecordRows, answerSectionRows } from './answer-section-rows.ts';

/**
 * Rows of a `rows` field: those of a table or list of figures, or else of a table of texts, or else the entries of a section, or labelled records.
 * @param taught by name of a column, what approved documents have its headings for
 */
export function answerAnyRows(scene: Scene, field: Field, taught?: TaughtHeadings): AnsweredRows {
  const table = answerRows(scene, field, 'figures', taught);
  if (table.rows.length) return table;
  const texts = answerRows(scene, field, 'texts', taught);
  if (texts.rows.length) return texts;
  const entries = answerSectionRows(scene, field);
  const rows = entries.length ? entries : answerRecordRows(scene, field);
  return {
    rows,
    titles: [],
    completeness: { ...table.completeness, row_like_lines: Math.max(table.completeness.row_like_lines, rows.length), rows: rows.length },
  };
}
