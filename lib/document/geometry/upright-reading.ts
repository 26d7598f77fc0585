import type { Box } from '#lib/contract/service/box.ts';
import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { turnBox } from './box.ts';

type Turn = Page['text_rotation'];
type Boxed = { box: Box };

/** The reading with pages of sideways text turned upright: boxes, width and height; pages that are upright stay as they are. */
export function uprightReading(reading: Reading): Reading {
  return reading.pages.every((page) => page.text_rotation === 0) ? reading : { ...reading, pages: reading.pages.map(uprightPage) };
}

function uprightPage(page: Page): Page {
  const turn = page.text_rotation;
  if (turn === 0) return page;
  const all = <T extends Boxed>(items: readonly T[]): T[] => items.map((item) => ({ ...item, box: turnBox(item.box, turn) }));
  const [width, height] = turn === 180 ? [page.width, page.height] : [page.height, page.width];
  return {
    ...page,
    width,
    height,
    text_rotation: 0,
    words: all(page.words),
    lines: all(page.lines),
    blocks: all(page.blocks),
    tables: all(page.tables).map((table) => ({ ...table, cells: all(table.cells) })),
    form_fields: all(page.form_fields),
    tick_boxes: all(page.tick_boxes),
    links: all(page.links),
    ...(page.barcodes && { barcodes: all(page.barcodes) }),
  };
}

/**
 * What was found on the upright pages with its places on the pages as displayed again: the box of every part of `found`, however
 * deep, that has a `page` (1-based) and a `box`. `reading` is the one that was given to `uprightReading`.
 */
export function turnPlacesBack<T>(found: T, reading: Reading): T {
  const turns = new Map(reading.pages.map((page): [number, Turn] => [page.number, page.text_rotation]));
  return turnedBack(found, turns) as T;
}

function turnedBack(part: unknown, turns: ReadonlyMap<number, Turn>): unknown {
  if (Array.isArray(part)) return part.map((each) => turnedBack(each, turns));
  if (part === null || typeof part !== 'object') return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, each]) => [name, turnedBack(each, turns)]));
  const turn = typeof copy.page === 'number' ? turns.get(copy.page) : undefined;
  if (turn && Array.isArray(copy.box)) copy.box = turnBox(copy.box as Box, ((360 - turn) % 360) as Turn);
  return copy;
}
