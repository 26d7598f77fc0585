import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';

/** A hundred-thousandth of a page is a quarter of a printer's dot; more digits only cost space. */
const STEPS = 100_000;

/** Rounds every box of a page, in place. */
export function roundBoxes(page: Page): void {
  const parts = [page.words, page.lines, page.blocks, page.form_fields, page.tick_boxes, page.links, page.barcodes ?? []];
  for (const part of parts) for (const item of part) round(item.box);
  for (const table of page.tables) {
    round(table.box);
    for (const cell of table.cells) round(cell.box);
  }
}

function round(box: Box): void {
  for (let index = 0; index < 4; index++) box[index as 0] = Math.round(box[index as 0] * STEPS) / STEPS;
}
