import type { Box } from '#lib/contract/service/box.ts';
import type { FormField, Word } from '#lib/contract/service/reading.ts';
import { centreOf, containsCentre, overlap, union, verticalOverlap } from '#lib/document/geometry/box.ts';
import { groupSegments } from '#lib/document/geometry/text-segments.ts';
import { type PageShape, toPoints } from './page-shape.ts';

export type FieldKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'signature';
/** A form field's place on a page. */
export type Widget = { name: string; description: string | null; kind: FieldKind; value: string | boolean | null; box: Box };

type Printed = { text: string; box: Box };

/** Points. */
const FARTHEST_LEFT = 160;
const FARTHEST_ABOVE = 16;
const FARTHEST_FROM_TICK = 40;
const LONGEST_LABEL = 200;
const FARTHEST_AFTER_NUMBER = 30;
const LINE_NUMBER = /^\d{1,3}[a-z]?[.)]?$/i;

/**
 * Gives each form field its label: what the file says of it, else the printed words beside it (for tick boxes to the right, for
 * others to the left or above). Words inside fields are values and never labels.
 */
export function labelFields(widgets: readonly Widget[], words: readonly Word[], shape: PageShape): FormField[] {
  if (widgets.length === 0) return [];
  const printed = printedTexts(widgets, words, shape);
  return widgets.map(({ name, description, kind, value, box }) => {
    const place = toPoints(box, shape);
    const isTick = kind === 'checkbox' || kind === 'radio';
    const label = description ?? (isTick ? besideTick(place, printed) : besideField(place, printed));
    return { name, label: label?.slice(0, LONGEST_LABEL) ?? null, kind, value, box };
  });
}

function printedTexts(widgets: readonly Widget[], words: readonly Word[], shape: PageShape): Printed[] {
  const outside = words.filter((word) => !word.hidden && !widgets.some(({ box }) => containsCentre(box, word.box)));
  const boxes = outside.map(({ box }) => toPoints(box, shape));
  const texts = groupSegments(boxes).map(({ items, box }) => ({ text: items.map((index) => outside[index]?.text).join(' '), box }));
  for (const number of texts.filter(({ text }) => LINE_NUMBER.test(text))) {
    const next = texts.find(
      ({ box }) => verticalOverlap(box, number.box) > 0.5 && box[0] > number.box[0] && box[0] - number.box[2] < FARTHEST_AFTER_NUMBER,
    );
    if (next) Object.assign(number, { text: `${number.text} ${next.text}`, box: union(number.box, next.box) });
  }
  return texts.filter(({ text }) => /\p{L}{2}/u.test(text));
}

function besideTick(place: Box, printed: readonly Printed[]): string | null {
  const [x] = centreOf(place);
  return nearest(printed, ({ box }) => {
    if (verticalOverlap(box, place) < 0.3) return null;
    const right = box[0] - place[2];
    if (box[0] >= x && right < FARTHEST_FROM_TICK) return Math.max(0, right);
    const left = place[0] - box[2];
    return box[2] <= x && left < FARTHEST_FROM_TICK ? FARTHEST_FROM_TICK + left : null;
  });
}

function besideField(place: Box, printed: readonly Printed[]): string | null {
  return nearest(printed, ({ box }) => {
    const left = place[0] - box[2];
    if (verticalOverlap(box, place) > 0.4 && left > -3 && left < FARTHEST_LEFT) return Math.max(0, left);
    const above = place[1] - box[3];
    if (overlap(box[0], box[2], place[0], place[2]) === 0 || above < -5 || above > FARTHEST_ABOVE) return null;
    return 5 + 2 * Math.max(0, above) + 0.3 * Math.abs(place[0] - box[0]);
  });
}

function nearest(printed: readonly Printed[], distance: (text: Printed) => number | null): string | null {
  let best: { text: string; far: number } | null = null;
  for (const candidate of printed) {
    const far = distance(candidate);
    if (far !== null && (!best || far < best.far)) best = { text: candidate.text, far };
  }
  return best?.text ?? null;
}
