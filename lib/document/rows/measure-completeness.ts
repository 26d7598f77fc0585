import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Evidence, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { textKey } from '../values/fold-text.ts';
import { formatValue } from '../values/format-value.ts';

type Completeness = ExtractionResult['completeness'][string];
/** A line of the page that looks like a row; `overlooked` when no extracted row stood on it. */
export type MissingLine = Evidence & { overlooked: boolean };

/** How much of what looks like rows on the pages is in the data. */
export type CompletenessMeter = {
  /** Lines that look like rows. */
  lines: number;
  /** Lines on which no row of the data stands, in the order of the pages. */
  missing: MissingLine[];
  /** Amounts on rows' lines that no cell holds. */
  amounts: Evidence[];
};

/** What the cells of the rows cover: words by page, and places told without words. */
function findCover(rows: readonly MergedRow[]) {
  const words = new Set<string>();
  const places: Evidence[] = [];
  const typed: string[][] = [];
  for (const row of rows) {
    const cells = Object.values(row.cells);
    for (const { evidence } of cells)
      for (const place of evidence) {
        for (const word of place.words ?? []) words.add(`${place.page} ${word}`);
        if (!place.words?.length && place.box) places.push(place);
      }
    // Typed rows stand where all they say is written.
    if (cells.every(({ evidence }) => evidence.length === 0)) {
      const keys = cells.flatMap(({ value }) => (value === null ? [] : [textKey(formatValue('money', value)), textKey(String(value))]));
      if (keys.length > 0) typed.push(keys);
    }
  }
  return { words, places, typed };
}

function covers(cover: ReturnType<typeof findCover>, line: Evidence): boolean {
  if (line.words?.some((word) => cover.words.has(`${line.page} ${word}`))) return true;
  const { box } = line;
  const isOn = (place: Evidence) => {
    if (!box || !place.box || place.page !== line.page) return false;
    const middle = (place.box[1] + place.box[3]) / 2;
    return middle > box[1] && middle < box[3] && place.box[0] < box[2] && place.box[2] > box[0];
  };
  if (cover.places.some(isOn)) return true;
  const text = textKey(line.text);
  return cover.typed.some((keys) => {
    const pairs = Array.from({ length: keys.length / 2 }, (_, index) => keys.slice(2 * index, 2 * index + 2));
    return pairs.length > 1 && pairs.every((pair) => pair.some((key) => key !== '' && text.includes(key)));
  });
}

/** Compares rows as they are now with what looked like rows when they were extracted; null when nobody looked. */
export function measureCompleteness(rows: readonly MergedRow[], completeness: Completeness | undefined): CompletenessMeter | null {
  if (!completeness?.lines || completeness.lines.length === 0) return null;
  const cover = findCover(rows);
  const missing = completeness.lines.filter((line) => !covers(cover, line)).map(({ taken, ...line }) => ({ ...line, overlooked: !taken }));
  const amounts = completeness.unclaimed.filter((amount) => !covers(cover, amount));
  return { lines: completeness.lines.length, missing, amounts };
}
