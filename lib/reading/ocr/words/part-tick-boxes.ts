import type { FoundTickBox } from '../ink/find-tick-boxes.ts';
import { type InkMap, inkIn } from '../ink/ink-map.ts';
import type { Stretch } from '../lines/order-lines.ts';

type StretchWord = Stretch['words'][number];

/** What a tick box with or without a mark is taken for when it is read as text. */
const MARK = /^[XxVvOoKkN0QUuMZz~*+#=\-[\]()/\\|√✓口□■☐☑☒]$/u;
/** Signs that are no part of a word when they stand before or behind one. */
const SIGN = /^[口□■☐☑☒√✓|[\]]|[口□■☐☑☒√✓|[\]]$/u;
/** A box stands this near to the beginning or end of a word that it was taken for a part of, in its own widths. */
const AT_EDGE = 0.5;
/** Least blank between a box and the letters beside it, in heights of their line; letters of a word stand closer. */
const LEAST_GAP = 0.15;
/** So many times the blank between the word's other letters it is as well. */
const SPACED = 2;

/**
 * Tells drawn boxes from letters, and parts a box from the word beside it that it was recognised with: more blank stands between them than
 * between letters. The word then begins behind the box, or ends before it.
 * @param found in pixels of the upright image @param stretches recognised words in the same pixels; those parted from a box are changed
 * @returns the boxes that are no letters
 */
export function partTickBoxes(found: readonly FoundTickBox[], stretches: readonly Stretch[], map: InkMap): FoundTickBox[] {
  const words = stretches.flatMap((stretch) => stretch.words);
  return found.filter((box) => {
    const word = words.find((candidate) => holds(candidate, box));
    if (!word || MARK.test(word.text)) return true;
    if (word.text.length < 2) return false;
    const { x, width } = word.rectangle;
    const [left, right] = [x - width / 2, x + width / 2];
    const near = (box.right - box.left) * AT_EDGE;
    const isFirst = box.left - left <= near;
    if (!isFirst && right - box.right > near) return false;
    const isRead = MARK.test(word.text[0] ?? '') && box.left - left < width * 0.2;
    const rest: [number, number] = isFirst ? [box.right + 1, right] : [left, box.left - 1];
    if (rest[1] <= rest[0]) return false;
    // letters of a spaced heading stand apart, too
    const least = Math.max(word.rectangle.height * LEAST_GAP, SPACED * usualGap(map, box, rest));
    if (!isRead && blankBeside(map, box, isFirst ? 1 : -1) < least) return false;
    word.rectangle = { ...word.rectangle, x: (rest[0] + rest[1]) / 2, width: rest[1] - rest[0] };
    word.text = word.text.replace(SIGN, '') || word.text;
    return true;
  });
}

/** Columns without ink right (1) or left (-1) of a box. */
function blankBeside(map: InkMap, { left, top, right, bottom }: FoundTickBox, step: 1 | -1): number {
  const most = right - left;
  // its walls may be thicker than they were found
  let x = step === 1 ? right : left - 1;
  for (let walls = 0; walls < 3 && inkIn(map, x, top, x + 1, bottom) > 0; walls += 1) x += step;
  let blank = 0;
  while (blank < most && inkIn(map, x, top, x + 1, bottom) === 0) {
    blank += 1;
    x += step;
  }
  return blank;
}

/** The median width of the blank columns between the letters of a word, on the lines of a box; 0 for fewer than two letters. */
function usualGap(map: InkMap, { top, bottom }: FoundTickBox, [left, right]: readonly [number, number]): number {
  const gaps: number[] = [];
  let blank = 0;
  let isBegun = false;
  for (let x = Math.round(left) + 2; x < right; x += 1) {
    if (inkIn(map, x, top, x + 1, bottom) === 0) blank += 1;
    else {
      if (isBegun && blank > 0) gaps.push(blank);
      isBegun = true;
      blank = 0;
    }
  }
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}

function holds({ rectangle: { x, y, width, height } }: StretchWord, { left, top, right, bottom }: FoundTickBox): boolean {
  return Math.abs((left + right) / 2 - x) <= width / 2 && Math.abs((top + bottom) / 2 - y) <= height / 2;
}
