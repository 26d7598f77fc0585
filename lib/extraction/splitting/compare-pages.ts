import type { PageFeatures } from './page-features.ts';

/** Names of the marks, in the order of the weights. */
export const MARKS = [
  'always',
  'number goes on',
  'number is one',
  'number is more than one',
  'number before was the last',
  'number before was not the last',
  'blank page between',
  'heads alike',
  'heads differ',
  'feet alike',
  'feet differ',
  'words alike',
  'reference in common',
  'no reference in common',
  'title',
  'title as before',
  'title is another',
  'shape differs',
  'one recognised, one not',
  'both slips',
  'one slip, one not',
  'size differs',
  'margin differs',
  'both are prose',
  'prose without a title',
  'page before is full',
  'page before ends in a sentence',
  'begins in a sentence',
  'tables alike',
  'letterhead',
  'letterhead like before',
] as const;
export type MarkName = (typeof MARKS)[number];

/**
 * What speaks for and against a document beginning on a page.
 * @param before the last page before it that is not blank
 * @param hasBlank true when blank pages stand between the two
 * @returns one number, mostly 0 to 1, for each of `MARKS`
 */
export function comparePages(before: PageFeatures, here: PageFeatures, hasBlank: boolean): number[] {
  const [number, last] = [here.numbering, before.numbering];
  const goesOn = number !== null && last !== null && number.page === last.page + 1 && number.of === last.of;
  const heads = share(here.head, before.head);
  const feet = share(here.foot, before.foot);
  const common = [...here.identifiers].some((id) => before.identifiers.has(id));
  const both = here.identifiers.size > 0 && before.identifiers.size > 0;
  const title = here.title?.strength ?? 0;
  const marks: Record<MarkName, number | boolean> = {
    always: 1,
    'number goes on': goesOn,
    'number is one': number?.page === 1,
    'number is more than one': number !== null && number.page > 1 && !goesOn,
    'number before was the last': last !== null && last.of !== null && last.page === last.of && !goesOn,
    'number before was not the last': last !== null && last.of !== null && last.page < last.of,
    'blank page between': hasBlank,
    'heads alike': heads ?? 0,
    'heads differ': heads === null ? 0 : heads < 0.1,
    'feet alike': feet ?? 0,
    'feet differ': feet === null ? 0 : feet < 0.1,
    'words alike': share(here.words, before.words) ?? 0,
    'reference in common': common,
    'no reference in common': both && !common,
    title,
    'title as before': title > 0 && here.title?.name === before.title?.name,
    'title is another': title > 0 && before.title !== null && here.title?.name !== before.title.name ? title : 0,
    'shape differs': here.isWide !== before.isWide,
    'one recognised, one not': here.isRecognised !== before.isRecognised,
    'both slips': here.isSlip && before.isSlip,
    'one slip, one not': here.isSlip !== before.isSlip,
    'size differs': Math.min(1, 4 * Math.abs(Math.log(here.size / before.size))),
    'margin differs': Math.min(1, 10 * Math.abs(here.left - before.left)),
    'both are prose': here.isProse && before.isProse,
    'prose without a title': here.isProse && title === 0,
    'page before is full': before.bottom > 0.85,
    'page before ends in a sentence': before.endsOpen,
    'begins in a sentence': here.beginsLow,
    'tables alike': here.columns > 1 && here.columns === before.columns,
    letterhead: Math.min(1, here.contacts / 3),
    'letterhead like before': here.contacts > 0 && before.contacts > 0 ? (heads ?? 0) : 0,
  };
  return MARKS.map((name) => Number(marks[name]));
}

/** Part of the smaller set that both have; null when one has too few to tell. */
function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number | null {
  const least = Math.min(a.size, b.size);
  if (least < 3) return null;
  return [...a].filter((entry) => b.has(entry)).length / least;
}
