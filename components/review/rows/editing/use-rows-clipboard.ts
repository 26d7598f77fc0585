'use client';

import { type ClipboardEvent, useState } from 'react';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatTabbed, type Paste, planPaste } from '#lib/document/rows/paste-cells.ts';
import { useReview } from '../../session/review-context.ts';
import { readClipboard, tableHtml } from './read-clipboard.ts';
import type { useRowsActs } from './use-rows-acts.ts';
import type { useRowsSelection } from './use-rows-selection.ts';

/** Copies, cuts and pastes the selected cells as spreadsheets do; `plan` is a paste that asks first, because some cells do not fit. */
export function useRowsClipboard(
  field: Field,
  rows: readonly MergedRow[],
  selection: ReturnType<typeof useRowsSelection>,
  acts: ReturnType<typeof useRowsActs>,
) {
  const review = useReview();
  const [plan, setPlan] = useState<Paste | null>(null);
  const { active, range } = selection;
  const apply = (paste: Paste) => {
    review.act(...paste.drafts);
    setPlan(null);
    selection.go(active);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (selection.editing !== undefined || rows.length === 0) return;
    const cells = acts.textsOf(range);
    event.clipboardData.setData('text/plain', formatTabbed(cells));
    event.clipboardData.setData('text/html', tableHtml(cells));
    event.preventDefault();
    const cleared = event.type === 'cut' ? acts.clear(range) : null;
    if (cleared) selection.go(cleared);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (selection.editing !== undefined || !review.canEdit) return;
    event.preventDefault();
    const paste = planPaste({
      name: field.name,
      columns: field.fields ?? [],
      rows,
      at: { row: range.top, column: range.left },
      to: { row: range.bottom, column: range.right },
      cells: readClipboard(event.clipboardData),
    });
    if (paste.misfits.length > 0 || paste.cutOff > 0) setPlan(paste);
    else if (paste.drafts.length > 0) apply(paste);
  };
  return { plan, apply, close: () => setPlan(null), onCopy, onPaste };
}
