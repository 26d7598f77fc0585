import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';
import { answerHolder } from './answer-holder.ts';
import { answerTown } from './answer-town.ts';

/** How much larger than the rest a name at the head of a document is set, and how much of the first page is its head. */
const [LARGE, HEAD] = [1.5, 0.25];
/** Words of a document's title and of a trade at most. */
const [TITLE_WORDS, TRADE_WORDS] = [9, 6];
/** Lines of one block stand this close, in ems. */
const CLOSE = 1.2;
/** Confidences set by hand: all are shown to a person. */
const [LIKELY, POSSIBLE] = [0.8, 0.5];
const TRADE = /\b(?:position|job|occupation|profession|role|trade|beruf|poste|puesto)\b/i;
const SHOP = /\b(?:merchant|shop|store|restaurant)\b/i;

/**
 * Values that documents set at their head without a label: what the document calls itself, the person whose document it is, that
 * person's trade under the name, the town among the contact lines, the shop on the first line. Null when the field asks for none of them.
 */
export function answerHead(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.field.type !== 'string') return null;
  if (profile.field.format === 'person') return answerPerson(context, field);
  if (profile.ownLabels.has('title')) return answerTitle(context, field);
  const holder = answerHolder(context, field);
  if (holder) return holder;
  const words = `${profile.field.name.replaceAll('_', ' ')} ${profile.field.label}`;
  if ((profile.kind === 'text' || profile.kind === 'name') && TRADE.test(words)) return answerTrade(context, field);
  if (SHOP.test(words) && profile.kind === 'name') return answerShop(context, field);
  return answerTown(context, field);
}

/** A person whose document this is (a letter, a curriculum vitae) stands in large type at its head. */
function answerPerson(context: ExtractionContext, field: number): ExtractedValue | null {
  const index = findLargest(context, (at) => isNameLike(context, at));
  return index < 0 ? null : give(context, field, index, POSSIBLE, 'the largest print at the head');
}

/** What a document calls itself stands in large type at its head. */
function answerTitle(context: ExtractionContext, field: number): ExtractedValue | null {
  const index = findLargest(context, (at) => context.textFacts(at).words <= TITLE_WORDS && context.textFacts(at).digits < 0.3);
  return index < 0 ? null : give(context, field, index, LIKELY, 'the largest print at the head');
}

/** A trade stands right under the person's name. */
function answerTrade(context: ExtractionContext, field: number): ExtractedValue | null {
  const name = context.pool.candidates[findLargest(context, (at) => isNameLike(context, at))];
  const over = context.view.segments[name?.segment ?? -1];
  const below = neighbourOf(context.view, over, 'below');
  if (!below || !over || below.top - over.bottom > CLOSE) return null;
  const index = findWhole(context, below);
  const facts = index < 0 ? null : context.textFacts(index);
  if (!facts || facts.words > TRADE_WORDS || facts.digits > 0 || facts.colon > 0) return null;
  return give(context, field, index, LIKELY, 'stands under the name at the head');
}

/** A shop stands on the first line of its receipt. */
function answerShop(context: ExtractionContext, field: number): ExtractedValue | null {
  const page = context.view.pages[0];
  if (!page) return null;
  const lines = context.view.segments.slice(page.segments[0], page.segments[1]).sort((a, b) => a.top - b.top);
  const first = lines.find((line) => /\p{L}{3}/u.test(textOfTokens(context.view, line.start, line.end)));
  const index = first ? findWhole(context, first) : -1;
  const facts = index < 0 ? null : context.textFacts(index);
  return facts && facts.digits === 0 && facts.colon === 0 ? give(context, field, index, POSSIBLE, 'the first line') : null;
}

function isNameLike(context: ExtractionContext, index: number): boolean {
  const facts = context.textFacts(index);
  return facts.words >= 2 && facts.words <= 4 && facts.titleCase === 1 && facts.digits === 0 && facts.colon === 0;
}

/** The candidate that is a whole segment of the first page. */
function findWhole(context: ExtractionContext, segment: Segment): number {
  return context.pool.candidates.findIndex(
    ({ kind, origin, segment: own, page }) => page === 0 && kind === 'text' && origin === 'segment' && own === segment.index,
  );
}

/** The largest text of the first page's head that could be the value, when it is large; -1 without one. */
function findLargest(context: ExtractionContext, isLike: (index: number) => boolean): number {
  const page = context.view.pages[0];
  let best = -1;
  context.pool.candidates.forEach((candidate, index) => {
    if (candidate.page !== 0 || candidate.kind !== 'text' || candidate.origin !== 'segment' || !page || !isLike(index)) return;
    const { size } = context.textFacts(index);
    if (size < LARGE || context.around(index).place.top > HEAD * page.height) return;
    if (best < 0 || size > context.textFacts(best).size) best = index;
  });
  return best;
}

function give(context: ExtractionContext, field: number, index: number, confidence: number, reason: string): ExtractedValue {
  const { text, evidence } = publicCandidate(context, field, index, confidence);
  return { value: textOf(context, index), text, confidence, evidence, candidates: [], reason };
}

function textOf(context: ExtractionContext, index: number): string {
  const [start, end] = context.pool.candidates[index]?.ranges[0] ?? [0, 0];
  return textOfTokens(context.view, start, end);
}
