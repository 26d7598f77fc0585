'use client';

import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { TableContext } from '#lib/document/rows/cell-sources.ts';
import { useReviewActs } from '../../session/review-context.ts';
import { useRowsProposal } from '../use-rows-proposal.ts';
import type { RowsScroll } from '../use-rows-scroll.ts';
import { useRowFix } from './use-row-fix.ts';
import type { useRowsSelection } from './use-rows-selection.ts';

type RowFixesInput = {
  columns: readonly RowField[];
  rows: readonly MergedRow[];
  selection: ReturnType<typeof useRowsSelection>;
  scroll: RowsScroll;
  makeTableContext: () => TableContext;
  /** The pages are there, and the person may change values. */
  isReady: boolean;
};

/** Changes to many rows at once: offered after one row was repaired, shown old and new, and made only when they are accepted. */
export function useRowFixes({ columns, rows, selection, scroll, makeTableContext, isReady }: RowFixesInput) {
  const review = useReviewActs();
  const { active } = selection;
  const { offer, settle } = useRowFix(columns, rows, active.row, makeTableContext, isReady);
  const preview = useRowsProposal(rows, (row) => scroll.scrollTo(Math.max(0, row - 1), 'start'));
  const close = () => {
    preview.close();
    selection.go(active);
  };
  return {
    proposal: preview.proposal,
    changesByRow: preview.changesByRow,
    propose: preview.propose,
    accept: () => {
      const drafts = preview.accept();
      if (drafts.length > 0) review.act(...drafts);
      settle();
      close();
    },
    close,
    /** What the repaired row would change in the others; null while that is nothing. */
    offer,
    showOffer: () => {
      if (offer) preview.propose(`Same fix as in row ${offer.row + 1}`, offer.changes);
    },
    declineOffer: settle,
  };
}
