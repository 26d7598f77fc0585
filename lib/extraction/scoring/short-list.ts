import { type Candidate, endOf } from '../candidates/candidate.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { firstToken } from './extraction-context.ts';
import { isNamedOtherwise } from './named-otherwise.ts';
import { spansLabels } from './spans-labels.ts';
import { isSuitable } from './suitable.ts';
import { groupOf } from './weights.ts';

/** Candidates that are looked at closely for one field. */
const LENGTH = 80;
/** The same for a list. */
const LIST_LENGTH = 70;
/** Places of the list that each way of ranking may give to candidates which the others leave out. */
const SHARES = { label: 0.45, prominence: 0.2, section: 0.15, own: 0.1, rank: 0.1 };
/** Pages on which things stand out, pages on which texts are compared with fields themselves, and words of such a text. */
const [FIRST_PAGES, MOST_PAGES, MOST_WORDS] = [3, 30, 7];
/** Segments of the first page that are its head. */
const HEAD = 40;
/** How well the label that a code states must name a field: below, labels of other things do too (“Date of expiry” names `date` with .7). */
export const STATED = 0.75;

type Scored = { index: number; label: number; prominence: number; section: number; own: number; rank: number };

/**
 * The most promising candidates of a field, best first. Each way of looking for a value has its share of the list: what is labelled
 * (or led up to, or in the block of its party), what stands out at the head or is repeated, what stands under a heading of its
 * meaning, what says itself what it is (“Cedar University”) or is said to be it right behind (“Jane Roe (the Lessee)”), and the
 * largest, latest or earliest values.
 */
export function shortList(context: ExtractionContext, field: number): number[] {
  const profile = context.profiles[field];
  if (!profile) return [];
  const scored: Scored[] = [];
  context.pool.candidates.forEach((candidate, index) => {
    if (!isSuitable(profile, candidate) || spansLabels(context, candidate)) return;
    if (isNamedOtherwise(context, profile, candidate, index)) return;
    const named = Math.max(context.labelScores(index)[field] ?? 0, context.meaningsOf(index).best[field] ?? 0);
    if (!isStated(context, field, candidate, named)) return;
    scored.push({
      index,
      label: named + likelinessOf(context, field, profile, candidate, index),
      prominence: prominenceOf(context, profile, candidate, index),
      section: context.headingOf(index).meaning[field] ?? 0,
      own: ownOf(context, field, candidate),
      rank: rankOf(context, index),
    });
  });
  // Every entry of a list is taken that is good enough by itself: what only stands out is none.
  if (profile.field.type === 'list') return bestOf(scored, 'label', LIST_LENGTH).map(({ index }) => index);
  const chosen = new Set<number>();
  for (const [key, share] of Object.entries(SHARES) as [keyof typeof SHARES, number][])
    for (const { index } of bestOf(scored, key, Math.round(LENGTH * share))) chosen.add(index);
  const byLabel = bestOf(scored, 'label', LENGTH);
  // Places that were not used go to what is labelled best.
  for (const { index } of byLabel) if (chosen.size < LENGTH) chosen.add(index);
  return scored
    .filter(({ index }) => chosen.has(index))
    .sort((a, b) => b.label - a.label || a.index - b.index)
    .map(({ index }) => index);
}

/** The best entries by one score, best first; those without any are left out, but for labels. Takes time in proportion to the list. */
function bestOf(scored: readonly Scored[], key: keyof typeof SHARES, count: number): Scored[] {
  const isBefore = (a: Scored, b: Scored) =>
    a[key] > b[key] || (a[key] === b[key] && (a.label > b.label || (a.label === b.label && a.index < b.index)));
  const best: Scored[] = [];
  for (const entry of scored) {
    const last = best.at(-1);
    if ((key !== 'label' && entry[key] <= 0) || (best.length === count && last && !isBefore(entry, last))) continue;
    let at = best.length;
    while (at > 0 && isBefore(entry, best[at - 1] as Scored)) at--;
    best.splice(at, 0, entry);
    if (best.length > count) best.pop();
  }
  return best;
}

/** False for what a code states to be something else: its parts are nothing else, and neither is a day that it states, where text repeats it. */
function isStated(context: ExtractionContext, field: number, candidate: Candidate, named: number): boolean {
  if (candidate.origin === 'recogniser' && named < STATED) return false;
  return candidate.kind !== 'date' || (context.statedDates.get(String(candidate.value))?.[field] ?? 1) >= STATED;
}

/** What speaks for a candidate beside its label: cue, kind, party, place on the page. */
function likelinessOf(context: ExtractionContext, field: number, profile: FieldProfile, candidate: Candidate, index: number): number {
  let score = 0.6 * context.cues.before(field, firstToken(context, index)).strength;
  if (candidate.origin === 'form') score += 0.2;
  if (candidate.origin === 'after_label') score += 0.04;
  if (profile.kind === candidate.kind) score += 0.15;
  if (profile.kind === 'money' || profile.kind === 'number') {
    const facts = context.valueFacts[index];
    score += 0.1 * candidate.strength + 0.1 * (facts?.isSum ?? 0) + 0.1 * (facts?.ofLargest ?? 0);
  }
  const party = profile.role ? context.party(index) : null;
  if (party) score += (party.role === profile.role ? 0.3 : -0.1) / (1 + party.distance / 4);
  if (profile.kind !== 'name' && profile.kind !== 'address') return score;
  const facts = context.textFacts(index);
  score += 0.12 * earliness(context, candidate);
  if (profile.kind === 'name')
    return score + 0.08 * facts.organisation + 0.05 * facts.person - 0.1 * Math.min(1, facts.digits * 3) - 0.05 * facts.colon;
  return score + 0.25 * facts.address + 0.1 * facts.addressFirst + 0.1 * facts.addressLast - 0.1 * facts.addressNext;
}

/** How far a text stands out: large, bold, at the head of the document, on every page; 0 for what is not a name or text. */
function prominenceOf(context: ExtractionContext, profile: FieldProfile, candidate: Candidate, index: number): number {
  if (groupOf(profile.kind) !== 'text' || profile.kind === 'identifier' || candidate.page >= FIRST_PAGES) return 0;
  const { size, bold, colon, digits, share } = context.textFacts(index);
  const whole = share === 1 ? 0.3 : 0;
  const repeated = Math.log2(Math.min(16, context.repeatsOf(index)));
  return Math.max(0, size - 0.8) + 0.2 * bold + 0.7 * earliness(context, candidate) + 0.2 * repeated + whole - colon - digits;
}

/** 1 at the head of the first page, 0 behind its first lines and on other pages. */
function earliness(context: ExtractionContext, candidate: Candidate): number {
  const first = context.view.pages[candidate.page]?.segments[0] ?? 0;
  return candidate.page === 0 ? Math.max(0, 1 - (candidate.segment - first) / HEAD) : 0;
}

/** How near the words of a text itself, or those right behind it, are to what the field asks for. */
function ownOf(context: ExtractionContext, field: number, candidate: Candidate): number {
  const [range] = candidate.ranges;
  if (!range || typeof candidate.value !== 'string' || candidate.kind === 'date' || candidate.page >= MOST_PAGES) return 0;
  const own = candidate.kind === 'block' || range[1] - range[0] > MOST_WORDS ? undefined : context.meaningOf(range[0], range[1])[field];
  return Math.max(own?.chance ?? 0, context.meaningAfter(endOf(candidate))[field]?.chance ?? 0);
}

/** How near a value is to the largest or smallest, the latest or earliest of its kind. */
function rankOf(context: ExtractionContext, index: number): number {
  const facts = context.valueFacts[index];
  return facts && facts.distinct > 1 ? Math.abs(facts.rank - 0.5) : 0;
}
