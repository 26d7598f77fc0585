import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { TableLesson } from '#lib/contract/service/lesson.ts';
import { ledgerOf } from '../rows/layout/ledger.ts';
import { answerAnyRows } from '../rows/sections/answer-any-rows.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { profileField } from '../terms/field-profile.ts';
import { LabelIndex } from '../terms/label-index.ts';
import { approvedRowsOf } from './approved-rows.ts';
import { compareRows } from './compare-rows.ts';
import { findCells } from './find-cells.ts';
import { findHeadings } from './find-headings.ts';
import type { ApprovedFields } from './lesson.ts';
import { taughtHeadings } from './taught-headings.ts';

/**
 * What an approved table teaches: what stands under its headings, and whether the engine reads it better when it knows that. Null without
 * approved rows, and for tables of bookings, whose amounts stand under one heading or another by their sign.
 */
export function learnTable(context: ExtractionContext, field: Field, given: ApprovedFields[string] | undefined): TableLesson | null {
  const columns = field.fields ?? [];
  const profiles = columns.map(profileField);
  const { rows: approved, isCut } = approvedRowsOf(field, given);
  if (approved.length === 0 || ledgerOf(profiles)) return null;
  const own = compareRows(columns, approved, answerAnyRows(context, field).rows, isCut);
  if (own.cells === 0) return null;
  const found = findCells(context, columns, approved);
  const headings = found.rows.length > 0 ? findHeadings(context, found, new LabelIndex(context.view, profiles), profiles) : [];
  const taught =
    own.wrong > 0 && headings.length > 0
      ? compareRows(columns, approved, answerAnyRows(context, field, taughtHeadings(headings, columns)).rows, isCut).wrong
      : own.wrong;
  return { headings, cells: own.cells, wrong: own.wrong, taughtWrong: taught };
}
