'use client';

import { type OrderEvidence, useOrderEvidence } from './use-order-evidence.ts';

/** Whether an order by expected errors puts the worst first. @param schemaId null = all */
export function OrderNote({ schemaId }: { schemaId: string | null }) {
  const evidence = useOrderEvidence(schemaId);
  return evidence ? <p className="mt-2 text-ink-muted text-xs">{noteOf(evidence)}</p> : null;
}

/** The same in a few words, for people who work the queue; nothing where the worst come first. */
export function OrderDoubt({ schemaId, className }: { schemaId: string | null; className?: string }) {
  const evidence = useOrderEvidence(schemaId);
  if (!evidence || evidence.says === 'shown') return null;
  return (
    <span className={className} title={noteOf(evidence)}>
      {evidence.says === 'missing' ? 'This order may be no better than chance' : 'Too few corrections yet to prove this order'}
    </span>
  );
}

function noteOf({ says, wrong, area }: OrderEvidence): string {
  if (says === 'few' || area === null)
    return 'Ordered by probably wrong values for the time a document takes. Too few values were corrected in 90 days to say whether this puts the worst first.';
  const figures = `AUROC ${area.toFixed(2)}, ${wrong.toLocaleString('en')} wrong values in 90 days`;
  if (says === 'missing')
    return `Approvals do not show that confidence tells right from wrong values here (${figures}). This order may be no better than chance.`;
  return `Ordered by probably wrong values for the time a document takes. Confidence tells right from wrong values here (${figures}).`;
}
