import { countOf } from '#components/shared/format.ts';
import type { HitRate, Learned, LearnedLayout, LearnedPlace } from '#lib/contract/desk/learned.ts';

/** How often what was proposed was right: `41 of 43 values right`. */
export function hitWords({ proposed, right }: HitRate): string {
  if (proposed === 0) return 'Not used yet';
  return `${right.toLocaleString('en')} of ${countOf(proposed, 'value')} right`;
}

/** Whom a layout's documents are from; where no field says it, what its newest document is called. */
export function layoutName({ parties, documents }: LearnedLayout): string {
  return parties.length > 0 ? parties.join(', ') : (documents[0]?.name ?? 'Layout');
}

/** All that a schema learned, in a line. */
export function summaryWords({ places, hits }: Learned): string {
  const layouts = places.flatMap((place) => place.layouts);
  if (layouts.length === 0) return 'Nothing learned yet.';
  const documents = layouts.reduce((sum, layout) => sum + layout.document_count, 0);
  const taught = `${countOf(documents, 'approved document')} in ${countOf(layouts.length, 'layout')}`;
  return hits.proposed === 0 ? `${taught}. No values proposed yet.` : `${taught}. Of the values they proposed, ${shareWords(hits)} right.`;
}

function shareWords({ proposed, right }: HitRate): string {
  return `${right.toLocaleString('en')} of ${proposed.toLocaleString('en')} were`;
}

/** What is not learned or not forgotten yet, in sentences; empty where nothing is under way. */
export function progressWords({ unlearned, forgetting }: LearnedPlace): string {
  const pending = unlearned.filter(({ status }) => status === 'pending').length;
  const verb = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    pending > 0 && `${countOf(pending, 'document')} ${verb(pending)} being learned.`,
    forgetting > 0 && `${countOf(forgetting, 'document')} ${verb(forgetting)} being forgotten.`,
  ]
    .filter(Boolean)
    .join(' ');
}
