import { intervalWords } from '#components/shared/charts/share-words.ts';
import { countOf } from '#components/shared/format.ts';
import type { HitRate, Learned, LearnedLayout, LearnedPlace, SecondChecks } from '#lib/contract/desk/learned.ts';
import { ENOUGH_ERRORS, estimateCaught } from '#lib/document/statistics/estimate-caught.ts';

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
  const { proposed, right } = hits;
  if (proposed === 0) return `${taught}. No values proposed yet.`;
  return `${taught}. ${right.toLocaleString('en')} of ${countOf(proposed, 'proposed value')} ${right === 1 ? 'was' : 'were'} right.`;
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

const NOTHING_TOLD =
  'No quality sample tells yet how many errors approvals miss. Until one does, every approval counts as if each value had been looked at.';

/** How many errors approvals catch in values that nobody had to look at, by quality samples; or that it is not known yet. */
export function caughtWords({ documents, errors, caught }: SecondChecks): string {
  if (documents === 0) return NOTHING_TOLD;
  const samples = countOf(documents, 'quality sample');
  const isMissed = caught < errors;
  if (errors < ENOUGH_ERRORS) {
    const found = errors === 0 ? 'no errors' : `only ${countOf(errors, 'error')}`;
    const words = `${samples} found ${found}: not enough yet to say how many errors approvals miss where nobody looks at each value.`;
    return isMissed ? `${words} Until then it is estimated with care: values that nobody touched count for less.` : words;
  }
  // what is not certain never reads as if it were
  const percent = (share: number) => `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100} %`;
  const counts = `${caught.toLocaleString('en')} of ${errors.toLocaleString('en')} errors in ${samples}`;
  const share = `Approvals catch about ${percent(estimateCaught({ errors, caught }))} of the errors where nobody looks at each value`;
  const words = `${share} (${counts}; 95 % confidence: ${intervalWords(caught, errors)}).`;
  return isMissed ? `${words} So values that nobody touched count for less.` : words;
}
