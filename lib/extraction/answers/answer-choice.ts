import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence, ExtractedValue, Candidate as PublicCandidate, Value } from '#lib/contract/service/extraction.ts';
import { union } from '#lib/document/geometry/box.ts';
import { parseBoolean } from '#lib/document/values/parse-boolean.ts';
import { findTickGroups, type TickChoice, type TickGroup } from '../relations/tick-groups.ts';
import type { Scene } from '../scoring/scene.ts';
import { NO_MATCH } from '../terms/label-index.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { textOfTokens } from '../view/document-view.ts';
import { tickScore } from './answer-tick.ts';
import { optionOf } from './option-of.ts';

/** How well a question must name the field where its boxes offer two or more of the field's values, and where they offer one. */
const [OFFERED, ONE_OFFERED] = [0, 0.5];
/** The same for “yes” and “no”, which are offered everywhere. */
const ASKED = 0.3;
/** From which chance on two meanings are the same. */
const MEANT = 0.6;
/** So much worse (0 to 1) another question must fit for there to be no doubt. */
const CLEAR = 0.05;
/** Confidence in what is ticked, and where two questions fit as well or two boxes are ticked. */
const [TICKED, DOUBTFUL] = [0.97, 0.5];
/** Confidence that nothing is said where no box is ticked, and where one is whose words are none of the values. */
const [UNTICKED, UNKNOWN] = [0.85, 0.3];

type Offer = { choice: TickChoice; value: Exclude<Value, null> };
type Question = { group: TickGroup; offers: Offer[]; fit: number };

const memory = new WeakMap<Scene, TickGroup[]>();

/** Groups of boxes of a document; see `findTickGroups`. */
export function tickGroupsOf(scene: Scene): readonly TickGroup[] {
  const known = memory.get(scene) ?? findTickGroups(scene.view, scene.pool.ticks, scene.grid);
  memory.set(scene, known);
  return known;
}

/** Which option of an enum field is ticked; null where no boxes offer its options. */
export function answerTickedOption(scene: Scene, field: number): ExtractedValue | null {
  const options = scene.profiles[field]?.field.enum ?? [];
  const isFor = (asked: number, count: number) => asked >= (count > 1 ? OFFERED : ONE_OFFERED);
  return answerQuestion(scene, field, (words) => optionOf(words, options), isFor);
}

/** Whether “yes” or “no” is ticked behind the question that names a field; null where no boxes offer both. */
export function answerYesNoBoxes(scene: Scene, field: number): ExtractedValue | null {
  const read = (words: string) => parseBoolean(words.replace(/[.,;:!]+$/, ''));
  return answerQuestion(scene, field, read, (asked, count) => asked >= ASKED && count > 1);
}

function answerQuestion(
  scene: Scene,
  field: number,
  read: (words: string) => Exclude<Value, null> | null,
  isFor: (asked: number, count: number) => boolean,
): ExtractedValue | null {
  const questions = tickGroupsOf(scene)
    .flatMap((group): Question[] => {
      const offers = group.choices.flatMap((choice, at) => {
        // “Insured yes ☐ no ☒”: the first words begin with the question
        const starts = group.side === 'before' && at === 0 ? range(choice.start, choice.end) : [choice.start];
        const values = starts.map((start) => (start < choice.end ? read(textOfTokens(scene.view, start, choice.end)) : null));
        const value = values.find((one) => one !== null);
        return value === undefined || value === null ? [] : [{ choice, value }];
      });
      const count = new Set(offers.map(({ value }) => value)).size;
      const asked = askedBy(scene, field, group);
      const fit = asked + 0.25 * count + (group.isLikely ? CLEAR : 0);
      return count > 0 && isFor(asked, count) ? [{ group, offers, fit }] : [];
    })
    .sort((a, b) => b.fit - a.fit);
  const [best] = questions;
  if (!best) return null;
  const boxes = new Set(best.group.choices.map(({ tick }) => tick));
  const isOther = ({ group }: Question) => !group.choices.some(({ tick }) => boxes.has(tick));
  const alike = [best, ...questions.filter((question) => question.fit > best.fit - CLEAR && isOther(question))];
  const ticked = alike.flatMap(({ offers }) => offers.filter(({ choice }) => choice.tick.ticked));
  const [chosen] = ticked;
  if (!chosen) {
    const other = best.group.choices.find(({ tick, start, end }) => tick.ticked && end > start);
    const words = other && textOfTokens(scene.view, other.start, other.end);
    if (words) return nothingFound(`“${words}” is ticked, which is none of the values asked for.`, UNKNOWN);
    return nothingFound('None of the boxes is ticked.', UNTICKED);
  }
  const others = ticked.filter(({ value }) => value !== chosen.value);
  const confidence = (others.length > 0 ? DOUBTFUL : TICKED) * chosen.choice.tick.confidence;
  return {
    ...shown(scene, chosen, confidence),
    candidates: others.slice(0, 5).map((other) => shown(scene, other, (1 - confidence) / others.length)),
    reason: 'its box is ticked',
  };
}

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);

/** How well the words beside and over a group of boxes name a field, 0 to 1; 0 where they name another field of its type better. */
function askedBy(scene: Scene, field: number, { choices, labels }: TickGroup): number {
  const scores = new Float32Array(scene.profiles.length);
  const raise = (index: number, score: number) => {
    if (score > (scores[index] ?? 0)) scores[index] = score;
  };
  for (const { start, end, weight } of labels) {
    scene.labels.match(start, end).forEach((match, index) => {
      raise(index, tickScore(match ?? NO_MATCH) * weight);
    });
    scene.meaningOf(start, end).forEach((meaning, index) => {
      const chance = meaning?.chance ?? 0;
      if (chance >= MEANT) raise(index, chance * weight);
    });
  }
  for (const { tick } of choices)
    if (tick.label)
      scene.namedBy([tick.label]).forEach((score, index) => {
        raise(index, score);
      });
  const own = scores[field] ?? 0;
  const { type } = scene.profiles[field]?.field ?? {};
  const isRivalled = scene.profiles.some((profile, other) => profile.field.type === type && (scores[other] ?? 0) > own + CLEAR);
  return isRivalled ? 0 : own;
}

function shown(scene: Scene, { choice, value }: Offer, confidence: number): PublicCandidate {
  const { tick, start, end } = choice;
  const page = scene.view.pages[tick.page];
  const box: Box = page
    ? [tick.left / page.width, tick.top / page.height, tick.right / page.width, tick.bottom / page.height]
    : [0, 0, 0, 0];
  const text = textOfTokens(scene.view, start, end);
  const evidence = evidenceOf(scene.view, [[start, end]], tick.page).map(
    (place): Evidence => ({ ...place, box: place.box ? union(place.box, box) : box }),
  );
  return { value, text, confidence, evidence };
}
