'use client';

import Link from 'next/link';
import { countOf } from '#components/shared/format.ts';
import type { RememberedDocument } from '#lib/contract/desk/desk-document.ts';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { whichApproved } from '#lib/document/review/flag-of-opinion.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** Documents of a layout that are laid before an extraction; there may be more. */
const MOST_COUNTED = 5;

/** `, approved by Ann Lee on 12 March 2026, imported`, as far as it is known. */
function approvalWords({ document_id, approved_by, approved_at }: RememberedDocument): string {
  const approval = [approved_by && `by ${approved_by}`, approved_at && `on ${DAY.format(new Date(approved_at))}`].filter(Boolean);
  return `${approval.length > 0 ? `, approved ${approval.join(' ')}` : ''}${document_id === null ? ', imported' : ''}`;
}

/** Which approved document a value was proposed from: the likest that the desk still has, or imported. */
export function LearnedFrom({
  remembered,
  known = {},
}: {
  remembered: NonNullable<MergedValue['remembered']>;
  /** By their ids at the service. */
  known: Record<string, RememberedDocument> | undefined;
}) {
  const likest = remembered.document_ids.map((id) => ownValue(known, id)).find((one) => one !== undefined);
  const isValue = remembered.basis === 'value';
  const place = whichApproved(remembered);
  if (!likest) return isValue ? `As in ${place}.` : `In the same place as in ${place}.`;
  const count =
    remembered.seen < MOST_COUNTED ? countOf(remembered.seen, 'approved document') : `${MOST_COUNTED} approved documents or more`;
  const layout = remembered.seen > 0 ? ` · ${count} of this layout` : '';
  return (
    <>
      {isValue ? 'As in ' : 'In the same place as in '}
      {likest.document_id === null ? (
        <bdi>{likest.name}</bdi>
      ) : (
        <Link href={`/documents/${likest.document_id}`} prefetch={false} className="underline underline-offset-2">
          <bdi>{likest.name}</bdi>
        </Link>
      )}
      {approvalWords(likest)}
      {layout}
    </>
  );
}
