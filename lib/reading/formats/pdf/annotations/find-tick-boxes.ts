import type { Box } from '#lib/contract/service/box.ts';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { containsCentre, heightOf, iou, shareInside, widthOf } from '#lib/document/geometry/box.ts';
import type { Widget } from '../../../page-text/label-fields.ts';

const OPEN = /^[\u2610\u25a1\u25fb\u25a2\uf0a8\uf06f\uf071\uf0a3]$/;
const TICKED = /^[\u2611\u2612\u25a0\u2713\u2714\u2717\u2718\uf0fe\uf0fd\uf052\uf053\uf0fc]$/;
const TICK_TEXT = /^[xX×✓✔✗✘•■]$/u;

/**
 * Tick boxes of a page: form fields, printed box characters, drawn squares with or without a mark in them, and `pictured` ones that
 * stand elsewhere than all of these.
 */
export function findTickBoxes(
  widgets: readonly Widget[],
  words: readonly Word[],
  squares: readonly Box[],
  pictured: Page['tick_boxes'],
): Page['tick_boxes'] {
  const found: Page['tick_boxes'] = widgets
    .filter(({ kind }) => kind === 'checkbox' || kind === 'radio')
    .map(({ box, value }) => ({ box, ticked: value === true }));
  const isKnown = (box: Box) => found.some((known) => iou(known.box, box) > 0.2 || shareInside(known.box, box) > 0.6);
  const add = (box: Box, ticked: boolean) => {
    if (!isKnown(box)) found.push({ box, ticked });
  };
  for (const { text, box } of words) {
    const first = text.charAt(0);
    if (!OPEN.test(first) && !TICKED.test(first)) continue;
    const share = 1 / [...text].length;
    add([box[0], box[1], box[0] + widthOf(box) * share, box[3]], TICKED.test(first));
  }
  for (const square of squares) {
    const inside = words.filter(({ box }) => containsCentre(square, box));
    if (inside.length === 0) add(square, false);
    else if (inside.length === 1 && TICK_TEXT.test(inside[0]!.text) && heightOf(inside[0]!.box) < 3 * heightOf(square)) add(square, true);
  }
  const apart = pictured.filter(({ box }) => !isKnown(box) && !found.some((known) => shareInside(box, known.box) > 0.6));
  return [...found, ...apart];
}
