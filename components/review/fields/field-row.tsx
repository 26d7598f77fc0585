'use client';

import { memo } from 'react';
import { useReviewActs } from '../session/review-context.ts';
import { CertainRow } from './certain-row.tsx';
import { DoubtfulRow } from './doubtful-row.tsx';
import type { FieldRowProps } from './field-row-props.ts';

/**
 * One field of the document: a line while nothing speaks against its value, or once somebody has decided on the document; large
 * where it has, or had on this screen, a flag.
 */
export const FieldRow = memo(function FieldRow({ wasFlagged, ...row }: FieldRowProps & { wasFlagged: boolean }) {
  const { isDecided } = useReviewActs();
  return !isDecided && (wasFlagged || row.flags.length > 0) ? <DoubtfulRow {...row} /> : <CertainRow {...row} />;
});
