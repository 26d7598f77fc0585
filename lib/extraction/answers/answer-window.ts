import type { ExtractedValue } from '#lib/contract/extraction.ts';
import type { Scene } from '../scoring/scene.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import { publicCandidate } from './build-value.ts';

/** Part of the first page's height that an address window reaches down to. */
const DEEP = 0.35;
/** How far under the sender's line the window may begin, in ems. */
const UNDER = 3;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.8;

/**
 * The two parties of a letter for names that nothing else named: the sender's on its own address in one small line (“House ·
 * Street 1 · 12345 Town”, as DIN 5008 and its like have it) for the seller, the first line in the address window right under it
 * for the buyer. Null without one.
 */
export function answerWindow(scene: Scene, field: number): ExtractedValue | null {
  const profile = scene.profiles[field];
  const page = scene.view.pages[0];
  if (!page || profile?.kind !== 'name' || (profile.role !== 'buyer' && profile.role !== 'seller')) return null;
  for (let at = page.segments[0]; at < page.segments[1]; at++) {
    const sender = scene.view.segments[at];
    if (!sender || sender.top > DEEP * page.height || !isSenderLine(scene, sender)) continue;
    const below = scene.view.segments[scene.view.links.below[sender.index] ?? -1];
    if (!below || below.top - sender.bottom > UNDER || Math.abs(below.left - sender.left) > 1) continue;
    const isSeller = profile.role === 'seller';
    const house = isSeller ? partsOf(textOfTokens(scene.view, sender.start, sender.end))[0] : '';
    const index = scene.pool.candidates.findIndex(({ kind, origin, segment, text }) =>
      isSeller
        ? kind === 'text' && segment === sender.index && text === house && !/[\d:]/.test(text)
        : kind === 'text' && origin === 'segment' && segment === below.index && !/[\d:]/.test(text),
    );
    if (index < 0) continue;
    const { value, text, confidence, evidence } = publicCandidate(scene, field, index, CONFIDENCE);
    const reason = isSeller
      ? 'stands in the sender’s line over the address window'
      : 'stands in the address window, under the sender’s line';
    return { value, text, confidence, evidence, candidates: [], reason };
  }
  return null;
}

/** Small print with a postcode, its parts between dots, bars or dashes. */
function isSenderLine(scene: Scene, segment: Segment): boolean {
  const text = textOfTokens(scene.view, segment.start, segment.end);
  return partsOf(text).length >= 3 && /\d{4}/.test(text) && (scene.view.tokens[segment.start]?.size ?? 1) < 0.9;
}

function partsOf(text: string): string[] {
  return text.split(/\s[·•|–—-]\s|,\s/).map((part) => part.trim());
}
