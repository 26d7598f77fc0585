import type { Box } from '#lib/contract/service/box.ts';
import { heightOf, verticalOverlap } from '#lib/document/geometry/box.ts';
import { type PageShape, toPoints } from '../../../page-text/page-shape.ts';
import type { PdfWord, Seam } from './build-words.ts';

/** Share of words with a seam from which the file's objects say nothing about words. */
const MOST_SEAMS = 0.1;
/** Points. */
const ALIGNED = 0.8;
const FEWEST_ALIGNED = 2;
const COLUMN_GAP = 0.5;
/** Text that does not end here: a number, an opening bracket, a joint. */
const UNFINISHED = /^\d+$|[^\p{L}\d*)]$/u;
/** What the text of another column looks like: an amount, or a word of its own. */
const NEW_TEXT = /^(?:[$€£(+-]?\d|\p{Lu}{2}|\p{Lu}\p{L}{2})/u;

/**
 * Cuts words where a text of one column ran into the text of the next without a gap. The file wrote them as two objects, and the
 * second stands exactly where other rows have their texts.
 */
export function splitAtSeams(words: readonly PdfWord[], shape: PageShape): PdfWord[] {
  const candidates = words.filter(({ seams }) => seams.length > 0);
  if (candidates.length === 0 || candidates.length > MOST_SEAMS * words.length) return [...words];
  const starts = columnTexts(words, shape);
  return words.flatMap((word) => {
    const seam = word.seams[0];
    if (!seam || !NEW_TEXT.test(word.text.slice(seam.at)) || UNFINISHED.test(word.text.slice(0, seam.at))) return [word];
    const inColumns = [seam.before, seam.after].every((box) => isAligned(toPoints(box, shape), starts));
    return inColumns ? split(word, seam) : [word];
  });
}

/** Places of words that begin a line or follow a gap: the texts of columns. */
function columnTexts(words: readonly PdfWord[], shape: PageShape): Box[] {
  const boxes = words.map(({ box }) => toPoints(box, shape));
  return boxes.filter((box, index) => {
    const before = boxes[index - 1];
    return !before || verticalOverlap(before, box) < 0.3 || box[0] - before[2] > COLUMN_GAP * heightOf(box);
  });
}

function isAligned(box: Box, starts: readonly Box[]): boolean {
  const others = starts.filter((start) => verticalOverlap(start, box) < 0.3);
  const left = others.filter((start) => Math.abs(start[0] - box[0]) < ALIGNED).length;
  const right = others.filter((start) => Math.abs(start[2] - box[2]) < ALIGNED).length;
  return Math.max(left, right) >= FEWEST_ALIGNED;
}

function split(word: PdfWord, { at, before, after }: Seam): PdfWord[] {
  const [first, second] = [word.text.slice(0, at), word.text.slice(at)];
  if (first === '' || second === '') return [word];
  return [
    { ...word, text: first, box: before, seams: [], hyphenated: false },
    { ...word, text: second, box: after, seams: [] },
  ];
}
