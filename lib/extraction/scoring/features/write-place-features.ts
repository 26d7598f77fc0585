import { type Candidate, endOf, startOf } from '../../candidates/candidate.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import type { FeatureWriter } from './feature-writer.ts';

/** Where a candidate stands on its page, and what stands beside it. */
export function writePlaceFeatures(out: FeatureWriter, context: ExtractionContext, candidate: Candidate, index: number): void {
  const { view } = context;
  const around = context.around(index);
  const { place } = around;
  const page = view.pages[candidate.page];
  const segment = view.segments[candidate.segment];
  const textBefore = (label: { end: number } | null) => (label ? (view.tokens[label.end - 1]?.text ?? '') : '');
  out.set('inline_wordy', around.inline !== null);
  out.set('left_colon', /[:#]$/.test(textBefore(around.left)));
  out.set('inline_colon', /[:#]$/.test(textBefore(around.inline)));
  out.set('before_colon', /^[:=]/.test(view.tokens[around.right?.start ?? endOf(candidate)]?.text ?? ''));
  out.set('page', Math.min(30, candidate.page));
  out.set('page_from_end', Math.min(30, view.pages.length - 1 - candidate.page));
  out.set('x', page ? (place.left + place.right) / 2 / page.width : 0);
  out.set('y', page ? place.top / page.height : 0);
  out.set('y_bottom', page ? place.bottom / page.height : 0);
  out.set('line_number', Math.min(100, candidate.segment - (page?.segments[0] ?? 0)));
  out.set('in_table', segment ? segment.table >= 0 : 0);
  const cell = segment && segment.table >= 0 ? page?.page.tables[segment.table]?.cells[segment.cell] : undefined;
  out.set('table_row', cell ? Math.min(30, cell.row) : -1);
  out.set('has_right', around.right !== null);
  out.set('has_left', around.left !== null);
  out.set('label_numbered', around.isNumbered);
  out.set('is_item_number', context.itemNumbers.has(startOf(candidate)));
  out.set('defined_name', context.definedNames.has(startOf(candidate)));
  out.set('document_forms', page ? page.page.form_fields.length > 0 : 0);
  out.set('recognised', view.recognised);
  out.set('document_words', Math.log1p(view.tokens.length));
  out.set('document_pages', Math.min(50, view.pages.length));
}
