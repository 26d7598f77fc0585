import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Scene } from '../scoring/scene.ts';
import { publicCandidate } from '../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import { answerHolder } from './answer-holder.ts';
import { answerTown } from './answer-town.ts';

/** How much larger than the rest a name at the head of a paper is set, and how much of the first page is its head. */
const [LARGE, HEAD] = [1.5, 0.25];
/** Words of a paper's title and of a trade at most. */
const [TITLE_WORDS, TRADE_WORDS] = [9, 6];
/** Lines of one block stand this close, in ems. */
const CLOSE = 1.2;
/** Confidences set by hand: all are shown to a person. */
const [LIKELY, POSSIBLE] = [0.8, 0.5];
const TRADE = /\b(?:position|job|occupation|profession|role|trade|beruf|poste|puesto)\b/i;
const SHOP = /\b(?:merchant|shop|store|restaurant)\b/i;

/**
 * Values that papers set at their head without a label: what the paper calls itself, the person whose paper it is, that
 * person's trade under the name, the town among the contact lines, the shop on the first line. Null when the field asks for none of them.
 */
export function answerHead(scene: Scene, field: number): ExtractedValue | null {
  const profile = scene.profiles[field];
  if (profile?.field.type !== 'string') return null;
  if (profile.field.format === 'person') return answerPerson(scene, field);
  if (profile.ownLabels.has('title')) return answerTitle(scene, field);
  const holder = answerHolder(scene, field);
  if (holder) return holder;
  const words = `${profile.field.name.replaceAll('_', ' ')} ${profile.field.label}`;
  if ((profile.kind === 'text' || profile.kind === 'name') && TRADE.test(words)) return answerTrade(scene, field);
  if (SHOP.test(words) && profile.kind === 'name') return answerShop(scene, field);
  return answerTown(scene, field);
}

/** A person whose paper this is (a letter, a curriculum vitae) stands in large print at its head. */
function answerPerson(scene: Scene, field: number): ExtractedValue | null {
  const index = findLargest(scene, (at) => isNameLike(scene, at));
  return index < 0 ? null : give(scene, field, index, POSSIBLE, 'the largest print at the head');
}

/** What a paper calls itself stands in large print at its head. */
function answerTitle(scene: Scene, field: number): ExtractedValue | null {
  const index = findLargest(scene, (at) => scene.textFacts(at).words <= TITLE_WORDS && scene.textFacts(at).digits < 0.3);
  return index < 0 ? null : give(scene, field, index, LIKELY, 'the largest print at the head');
}

/** A trade stands right under the person's name. */
function answerTrade(scene: Scene, field: number): ExtractedValue | null {
  const name = scene.pool.candidates[findLargest(scene, (at) => isNameLike(scene, at))];
  const over = scene.view.segments[name?.segment ?? -1];
  const below = neighbourOf(scene.view, over, 'below');
  if (!below || !over || below.top - over.bottom > CLOSE) return null;
  const index = findWhole(scene, below);
  const facts = index < 0 ? null : scene.textFacts(index);
  if (!facts || facts.words > TRADE_WORDS || facts.digits > 0 || facts.colon > 0) return null;
  return give(scene, field, index, LIKELY, 'stands under the name at the head');
}

/** A shop stands on the first line of its receipt. */
function answerShop(scene: Scene, field: number): ExtractedValue | null {
  const page = scene.view.pages[0];
  if (!page) return null;
  const lines = scene.view.segments.slice(page.segments[0], page.segments[1]).sort((a, b) => a.top - b.top);
  const first = lines.find((line) => /\p{L}{3}/u.test(textOfTokens(scene.view, line.start, line.end)));
  const index = first ? findWhole(scene, first) : -1;
  const facts = index < 0 ? null : scene.textFacts(index);
  return facts && facts.digits === 0 && facts.colon === 0 ? give(scene, field, index, POSSIBLE, 'the first line') : null;
}

function isNameLike(scene: Scene, index: number): boolean {
  const facts = scene.textFacts(index);
  return facts.words >= 2 && facts.words <= 4 && facts.titleCase === 1 && facts.digits === 0 && facts.colon === 0;
}

/** The candidate that is a whole segment of the first page. */
function findWhole(scene: Scene, segment: Segment): number {
  return scene.pool.candidates.findIndex(
    ({ kind, origin, segment: own, page }) => page === 0 && kind === 'text' && origin === 'segment' && own === segment.index,
  );
}

/** The largest print of the first page's head that could be the value, when it is large; -1 without one. */
function findLargest(scene: Scene, isLike: (index: number) => boolean): number {
  const page = scene.view.pages[0];
  let best = -1;
  scene.pool.candidates.forEach((candidate, index) => {
    if (candidate.page !== 0 || candidate.kind !== 'text' || candidate.origin !== 'segment' || !page || !isLike(index)) return;
    const { size } = scene.textFacts(index);
    if (size < LARGE || scene.around(index).place.top > HEAD * page.height) return;
    if (best < 0 || size > scene.textFacts(best).size) best = index;
  });
  return best;
}

function give(scene: Scene, field: number, index: number, confidence: number, reason: string): ExtractedValue {
  const { text, evidence } = publicCandidate(scene, field, index, confidence);
  return { value: textOf(scene, index), text, confidence, evidence, candidates: [], reason };
}

function textOf(scene: Scene, index: number): string {
  const [start, end] = scene.pool.candidates[index]?.ranges[0] ?? [0, 0];
  return textOfTokens(scene.view, start, end);
}
