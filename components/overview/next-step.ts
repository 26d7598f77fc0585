import { countOf } from '#components/shared/format.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { troubleHref } from './figure-links.ts';

/** What a person would best do now: a place to go to, or the next document, which the desk finds. */
export type NextStep = { label: string; why: string } & ({ href: string } | { isNextDocument: true });

const TROUBLES = [
  { kind: 'failed', label: 'Look at what failed', why: (count: number) => `${countOf(count, 'document')} could not be read or extracted.` },
  {
    kind: 'stacked',
    label: 'Split files',
    why: (count: number) =>
      count === 1 ? '1 file seems to hold several documents.' : `${count.toLocaleString('en')} files seem to hold several documents.`,
  },
  {
    kind: 'unclassified',
    label: 'Choose schemas',
    why: (count: number) =>
      `Nobody knows yet what sort of document ${count === 1 ? '1 of them is' : `${count.toLocaleString('en')} of them are`}.`,
  },
  {
    kind: 'unmapped',
    label: 'Tell the schema ID',
    why: (count: number) =>
      count === 1 ? '1 document waits for a schema ID.' : `${count.toLocaleString('en')} documents wait for a schema ID.`,
  },
  {
    kind: 'indexed',
    label: 'Choose schemas',
    why: (count: number) => (count === 1 ? '1 document needs a schema.' : `${count.toLocaleString('en')} documents need a schema.`),
  },
] as const;

/**
 * The one thing that a person would best do now, or null when there is nothing to do but wait.
 * @param mayReview false for people who may only look
 */
export function findNextStep(overview: Overview, mayReview: boolean): NextStep | null {
  const { waiting, trouble, in_flight, samples_waiting } = overview;
  if (!mayReview)
    return overview.documents > 0 ? { label: 'See the documents', why: 'You can look at everything.', href: '/documents' } : null;
  const mine = waiting.mine + waiting.free;
  if (mine > 0) {
    const overdue = waiting.overdue_for_me > 0 ? `, ${waiting.overdue_for_me.toLocaleString('en')} overdue` : '';
    return { label: 'Review the next document', why: `${countOf(mine, 'document')} for you${overdue}.`, isNextDocument: true };
  }
  for (const { kind, label, why } of TROUBLES) {
    if (trouble[kind] > 0) return { label, why: why(trouble[kind]), href: troubleHref(kind) };
  }
  if (samples_waiting > 0) {
    const why = `${countOf(samples_waiting, 'approved document')} to check once more.`;
    return { label: 'Check quality samples', why, href: '/queues?tab=quality-samples' };
  }
  if (in_flight > 0) return null;
  return { label: 'Add documents', why: 'All work is done.', href: '/documents' };
}
