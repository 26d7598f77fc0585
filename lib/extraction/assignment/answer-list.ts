import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { Ranked } from '../scoring/rank-field.ts';
import { calibrate, chanceOfList, type Weights } from '../scoring/weights.ts';
import { nothingFound, publicCandidate } from '../values/build-value.ts';
import { tidyValue } from '../values/tidy-value.ts';
import { keyOfCandidate, overlaps } from './compare-candidates.ts';

/** Log-odds that a party named in an opening clause is worth beside another one named so, and when it reads as a name itself. */
const [PARTNER, NAMED_PARTNER] = [1.8, 3.5];
/** An entry of less chance is not looked at. */
const LEAST = 0.03;
/** Chance that a list has no entry where none was found: of 27 such lists on development sets and invented documents 5 had none. */
const UNFOUND = 0.2;
/** Candidates shown for a list. */
const SHOWN = 5;

const isDefined = (context: ExtractionContext, entry: Ranked) =>
  context.definedNames.has(context.pool.candidates[entry.index]?.ranges[0]?.[0] ?? -1);

/** The entries of a list, by place among the candidates. */
export type Entries = {
  chosen: Ranked[];
  /** Chance that the list is whole and right: every entry right, and none of the others an entry. */
  whole: number;
  /** The entries are the parties that an opening clause introduces: two or more, and none of them left out. */
  isIntroduced: boolean;
};

/** Lists take every candidate above the threshold, without those that are part of a surer one. */
export function chooseEntries(context: ExtractionContext, weights: Weights, ranked: readonly Ranked[]): Entries {
  const points = weights.calibrations.list;
  const threshold = weights.thresholds.list ?? 0;
  const chosen: Ranked[] = [];
  const passed: Ranked[] = [];
  let whole = 1;
  for (const entry of ranked) {
    if (chosen.length >= 50) break;
    const isPartner = isDefined(context, entry) && chosen.some((other) => isDefined(context, other));
    const score = entry.score + (isPartner ? partnerBonus(context, entry) : 0);
    const chance = calibrate(points, score);
    if (chance < LEAST) continue;
    const key = keyOfCandidate(context, entry.index);
    const says = (other: Ranked) => {
      const otherKey = keyOfCandidate(context, other.index);
      return overlaps(context, other.index, entry.index) || otherKey.includes(key) || key.includes(otherKey);
    };
    if (chosen.some(says) || passed.some(says)) continue;
    const taken = score >= threshold;
    (taken ? chosen : passed).push(entry);
    whole *= taken ? chance : 1 - chance;
  }
  // An opening clause that introduces parties introduces all of them: other names are somebody else's.
  const introduced = chosen.filter((entry) => isDefined(context, entry));
  const entries = introduced.length > 1 && introduced.length === context.definedNames.size ? introduced : chosen;
  return { chosen: entries.sort((a, b) => a.index - b.index), whole, isIntroduced: entries === introduced };
}

/** An opening clause that introduces one party introduces the other as well, though its name be of a kind seldom seen. */
function partnerBonus(context: ExtractionContext, entry: Ranked): number {
  const { organisation, person } = context.textFacts(entry.index);
  return Math.max(organisation, person) > 0.5 ? NAMED_PARTNER : PARTNER;
}

/** Answers a list field with the entries chosen for it. */
export function answerList(context: ExtractionContext, weights: Weights, field: number, ranked: readonly Ranked[]): ExtractedValue {
  const points = weights.calibrations.list;
  const kind = context.profiles[field]?.kind ?? 'text';
  const { chosen, whole, isIntroduced } = chooseEntries(context, weights, ranked);
  const shown = ranked.slice(0, SHOWN).map(({ index, score }) => publicCandidate(context, field, index, calibrate(points, score)));
  if (!chosen.length) return nothingFound('No entry of this list was found.', UNFOUND, shown);
  const parts = chosen.map(({ index, score }) => publicCandidate(context, field, index, calibrate(points, score)));
  const value = parts.map((part) => String(tidyValue(part.value, kind)));
  return {
    value,
    text: parts.map((part) => part.text).join('; '),
    confidence: chanceOfList(weights.lists, { chance: whole, count: chosen.length, isIntroduced }),
    evidence: parts.flatMap((part) => part.evidence),
    candidates: shown.filter((candidate) => !value.includes(String(candidate.value))),
  };
}
