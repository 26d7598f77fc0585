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
 * The addressee of a letter for a buyer's name that nothing else named: the first line in the address window, right under the
 * sender's own address on one small line (“House · Street 1 · 12345 Town”, as DIN 5008 and its like have it). Null without one.
 */
export function answerWindow(scene: Scene, field: number): ExtractedValue | null {
  const profile = scene.profiles[field];
  const page = scene.view.pages[0];
  if (!page || profile?.kind !== 'name' || profile.role !== 'buyer') return null;
  for (let at = page.segments[0]; at < page.segments[1]; at++) {
    const sender = scene.view.segments[at];
    if (!sender || sender.top > DEEP * page.height || !isSenderLine(scene, sender)) continue;
    const below = scene.view.segments[scene.view.links.below[sender.index] ?? -1];
    if (!below || below.top - sender.bottom > UNDER || Math.abs(below.left - sender.left) > 1) continue;
    const index = scene.pool.candidates.findIndex(
      ({ kind, origin, segment, text }) => kind === 'text' && origin === 'segment' && segment === below.index && !/[\d:]/.test(text),
    );
    if (index < 0) continue;
    const { value, text, confidence, evidence } = publicCandidate(scene, field, index, CONFIDENCE);
    return { value, text, confidence, evidence, candidates: [], reason: 'stands in the address window, under the sender’s line' };
  }
  return null;
}

/** Small print with a postcode, its parts between dots, bars or dashes. */
function isSenderLine(scene: Scene, segment: Segment): boolean {
  const text = textOfTokens(scene.view, segment.start, segment.end);
  const parts = text.split(/\s[·•|–—-]\s|,\s/);
  return parts.length >= 3 && /\d{4}/.test(text) && (scene.view.tokens[segment.start]?.size ?? 1) < 0.9;
}
