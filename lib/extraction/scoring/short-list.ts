import { isNamedOtherwise } from './named-otherwise.ts';
import type { Scene } from './scene.ts';
import { firstToken } from './scene.ts';
import { isSuitable } from './suitable.ts';

/** Candidates that are looked at closely for one field. */
const LENGTH = 70;
/** How well the label that a code states must name a field: below, labels of other things do too (“Date of expiry” names `date` with .7). */
export const STATED = 0.75;

/** The most promising candidates of a field by rule of thumb, best first: label, cue, kind, party, place on the page. */
export function shortList(scene: Scene, field: number): number[] {
  const profile = scene.profiles[field];
  if (!profile) return [];
  const scored: { index: number; score: number }[] = [];
  const wantsAddress = profile.kind === 'address';
  const wantsName = profile.kind === 'name';
  scene.pool.candidates.forEach((candidate, index) => {
    if (!isSuitable(profile, candidate) || isNamedOtherwise(scene, profile, candidate, index)) return;
    let score = Math.max(scene.labelScores(index)[field] ?? 0, scene.meaningsOf(index).best[field] ?? 0);
    // A code says what its parts are: they are nothing else, and neither is a day that it states, where print repeats it.
    if (candidate.origin === 'recogniser' && score < STATED) return;
    if (candidate.kind === 'date' && (scene.statedDates.get(String(candidate.value))?.[field] ?? 1) < STATED) return;
    score += 0.6 * scene.cues.before(field, firstToken(scene, index)).strength;
    if (candidate.origin === 'form') score += 0.2;
    if (candidate.origin === 'after_label') score += 0.04;
    if (profile.kind === candidate.kind) score += 0.15;
    if (profile.kind === 'money' || profile.kind === 'number') {
      const facts = scene.valueFacts[index];
      score += 0.1 * candidate.strength + 0.1 * (facts?.isSum ?? 0) + 0.1 * (facts?.ofLargest ?? 0);
    }
    if (profile.role) {
      const party = scene.party(index);
      if (party) score += (party.role === profile.role ? 0.3 : -0.1) / (1 + party.distance / 4);
    }
    if (wantsName || wantsAddress) {
      const page = scene.view.pages[candidate.page];
      const early = candidate.page === 0 ? Math.max(0, 1 - (candidate.segment - (page?.segments[0] ?? 0)) / 40) : 0;
      const facts = scene.textFacts(index);
      score += 0.12 * early;
      if (wantsName) score += 0.08 * facts.organisation + 0.05 * facts.person - 0.1 * Math.min(1, facts.digits * 3) - 0.05 * facts.colon;
      if (wantsAddress) score += 0.25 * facts.address + 0.1 * facts.addressFirst + 0.1 * facts.addressLast - 0.1 * facts.addressNext;
    }
    scored.push({ index, score });
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  return scored.slice(0, LENGTH).map((entry) => entry.index);
}
