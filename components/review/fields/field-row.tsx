'use client';

import { memo } from 'react';
import type { Flag, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { useReviewActs } from '../session/review-context.ts';
import { CertainRow } from './certain-row.tsx';
import { DoubtfulRow } from './doubtful-row.tsx';

export type FieldRowProps = {
  field: RowField;
  merged: MergedValue;
  flags: readonly Flag[];
  /** Place among the candidates of what is offered, since there is no value; null when nothing is. */
  offerAt: number | null;
  isFocused: boolean;
  isHovered: boolean;
  onExplain: (pointer: string) => void;
};

/**
 * One field of the document: a line while nothing speaks against its value, or once somebody has decided on the document; large
 * where it has, or had on this screen, a flag.
 */
export const FieldRow = memo(function FieldRow({ wasFlagged, ...row }: FieldRowProps & { wasFlagged: boolean }) {
  const { isDecided } = useReviewActs();
  return !isDecided && (wasFlagged || row.flags.length > 0) ? <DoubtfulRow {...row} /> : <CertainRow {...row} />;
});
