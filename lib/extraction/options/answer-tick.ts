import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { TickPlace } from '../candidates/find-forms.ts';
import { labelLines } from '../relations/label-lines.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { matchStatedLabel } from '../scoring/stated-labels.ts';
import { type LabelMatch, NO_MATCH } from '../terms/label-index.ts';
import { nothingFound } from '../values/build-value.ts';
import type { Segment } from '../view/segments.ts';

/** A box stands this close behind the label it belongs to, in ems. */
const BEHIND = 2;

/** How well what stands around a tick box names each field: text right of it up to the next box, left of it, form label. */
function scoresOf(context: ExtractionContext, tick: TickPlace): Float32Array {
  const scores = new Float32Array(context.profiles.length);
  const raise = (field: number, score: number) => {
    if (score > (scores[field] ?? 0)) scores[field] = score;
  };
  const place = { page: tick.page, left: tick.left, top: tick.top, right: tick.right, bottom: tick.bottom };
  const nextTick = context.pool.ticks.reduce(
    (edge, other) =>
      other !== tick &&
      other.page === tick.page &&
      other.left > tick.right &&
      Math.min(other.bottom, tick.bottom) > Math.max(other.top, tick.top)
        ? Math.min(edge, other.left)
        : edge,
    Infinity,
  );
  const left = context.grid.left(place, 25);
  // “Live: ☐  Recorded: ☐”: what a colon ends names the box behind it, and what stands right of that the next one.
  const isBehind = left !== null && left.gap < BEHIND && /:$/.test(context.view.tokens[left.segment.end - 1]?.text ?? '');
  const right = isBehind ? null : context.grid.right(place, 12);
  if (right) {
    let end = right.segment.start;
    while (end < right.segment.end && (context.view.tokens[end]?.left ?? Infinity) < nextTick && end - right.segment.start < 14) end++;
    for (let length = 1; length <= end - right.segment.start; length++)
      context.labels.match(right.segment.start, right.segment.start + length).forEach((match, field) => {
        raise(field, tickScore(match ?? NO_MATCH) * (1 - right.gap / 30));
      });
  }
  const raiseLabel = (segment: Segment, weight: number) => {
    const lines = labelLines(context.view, segment, context.itemNumbers);
    for (const matches of [context.labels.match(segment.start, segment.end), lines.length > 1 ? context.labels.compare(lines) : []])
      matches.forEach((match, field) => {
        raise(field, tickScore(match ?? NO_MATCH) * weight);
      });
  };
  if (left) raiseLabel(left.segment, (isBehind ? 1 : 0.85) - left.gap / 60);
  const above = context.grid.above(place, 4);
  if (above) raiseLabel(above.segment, 0.6);
  if (tick.label) matchStatedLabel(tick.label, context.profiles, (field, match) => raise(field, tickScore(match)));
  return scores;
}

/** A short name beside a box often is only the beginning of what the field is called: then its own words count. */
export function tickScore(match: LabelMatch): number {
  return match.unit > 0.85 && match.phrase > 0.12 ? Math.max(match.score, 0.5) : match.score;
}

/** Chance that a document does not say yes or no where no box or word was found: of 15 such fields on invented documents it did not for 3. */
const UNSAID = 0.2;

const memory = new WeakMap<ExtractionContext, Float32Array[]>();

/** Tells whether the box that a yes/no field names is ticked. Without such a box there is no value. */
export function answerTick(context: ExtractionContext, field: number): ExtractedValue {
  const { ticks } = context.pool;
  if (!ticks.length) return nothingFound('The document has no tick boxes.', UNSAID);
  let table = memory.get(context);
  if (!table) {
    table = ticks.map((tick) => scoresOf(context, tick));
    memory.set(context, table);
  }
  const booleans = context.profiles.flatMap((profile, index) => (profile.field.type === 'boolean' ? [index] : []));
  let best = -1;
  let bestScore = 0;
  ticks.forEach((_, index) => {
    const scores = table?.[index];
    const own = scores?.[field] ?? 0;
    const rival = booleans.reduce((most, other) => (other === field ? most : Math.max(most, scores?.[other] ?? 0)), 0);
    const score = own - (rival > own ? 0.5 * (rival - own) + 0.15 : 0);
    if (score > bestScore) {
      bestScore = score;
      best = index;
    }
  });
  const tick = ticks[best];
  if (!tick || bestScore < 0.3) return nothingFound('No tick box is named like this field.', UNSAID);
  const page = context.view.pages[tick.page];
  const box: [number, number, number, number] = page
    ? [tick.left / page.width, tick.top / page.height, tick.right / page.width, tick.bottom / page.height]
    : [0, 0, 0, 0];
  return {
    value: tick.ticked,
    text: tick.ticked ? 'ticked' : 'not ticked',
    confidence: Math.min(0.98, (0.55 + 0.43 * Math.min(1, bestScore)) * tick.confidence),
    evidence: [{ page: tick.page + 1, box, text: tick.ticked ? '☒' : '☐' }],
    candidates: [],
  };
}
