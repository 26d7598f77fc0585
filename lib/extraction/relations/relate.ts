import { parseCurrency } from '#lib/document/values/parse-currency.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { startOf } from '../candidates/candidate.ts';
import { type DocumentView, isAloneOnLine, neighbourOf } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { ItemNumbers } from './item-numbers.ts';
import { labelLines } from './label-lines.ts';
import { type Place, placeOf } from './place.ts';
import type { SegmentGrid } from './segment-grid.ts';

/** A stretch of text that may name a candidate, and how far it is (ems). */
export type Relation = { start: number; end: number; gap: number };

/** What stands around a candidate, whatever the schema. Null = nothing there. */
export type Surroundings = {
  place: Place;
  /** Words before it in its own segment. */
  inline: Relation | null;
  left: Relation | null;
  /** One further to the left. */
  left2: Relation | null;
  above: Relation | null;
  /** One further up. */
  above2: Relation | null;
  /** The lines of the label over it, when it has several; `key` is the same for the same lines. */
  lines: { ranges: [number, number][]; key: number; gap: number } | null;
  /** All words before it in its own segment, when `inline` is not all of them. */
  whole: { start: number; end: number } | null;
  /** The heading of the section its label stands in, and the label; `key` is the same for the same ones. */
  section: { ranges: [number, number][]; key: number } | null;
  /** A form's number begins the label over it or left of it. */
  isNumbered: boolean;
  /** First wordy segment at the top of its column of figures; `gap` counts the steps. */
  header: Relation | null;
  /** Header cell of its column and first cell of its row, in a table of the reading. */
  tableHeader: Relation | null;
  tableRow: Relation | null;
  below: Relation | null;
  right: Relation | null;
};

/** A currency sign stands this close before its amount at most, in ems. */
const SIGN_BESIDE = 6;

/** Words of a section's heading or label, lines from label to heading, and ems between two lines, at most. */
const [SECTION_WORDS, SECTION_LINES, SECTION_GAP] = [8, 12, 3];

const ALONE: Omit<Surroundings, 'place'> = {
  ...{ inline: null, left: null, left2: null, above: null, above2: null, lines: null, whole: null, section: null },
  ...{ isNumbered: false, header: null, tableHeader: null, tableRow: null, below: null, right: null },
};

/** Finds what stands around candidates; remembers what candidates with the same first token share. */
export class Surroundor {
  private readonly memory = new Map<string, Surroundings>();
  private readonly sections = new Map<number, Segment | null>();
  private readonly headers: (Map<number, [number, number]> | undefined)[] = [];
  private readonly view: DocumentView;
  private readonly grid: SegmentGrid;
  private readonly numbers: ItemNumbers;

  constructor(view: DocumentView, grid: SegmentGrid, numbers: ItemNumbers) {
    this.view = view;
    this.grid = grid;
    this.numbers = numbers;
  }

  of(candidate: Candidate): Surroundings {
    // Nothing beside a code names its parts: the code itself does.
    if (candidate.origin === 'recogniser') return { ...ALONE, place: placeOf(this.view, candidate) };
    const range = candidate.ranges[0];
    const key = range ? `${range[0]}:${range[1]}` : `box${candidate.page}:${candidate.box?.join()}`;
    const known = this.memory.get(key);
    if (known) return candidate.ranges.length > 1 ? { ...known, place: placeOf(this.view, candidate) } : known;
    const result = this.find(candidate);
    this.memory.set(key, result);
    return candidate.ranges.length > 1 ? { ...result, place: placeOf(this.view, candidate) } : result;
  }

  private find(candidate: Candidate): Surroundings {
    const { view, grid } = this;
    const place = placeOf(view, candidate, true);
    const segment = view.segments[candidate.segment];
    const start = startOf(candidate);
    const unit = (found: { segment: Segment; gap: number } | null): Relation | null =>
      found && { start: found.segment.start, end: found.segment.end, gap: found.gap };
    const outer: Place = segment ? { ...place, left: Math.min(segment.left, place.left) } : place;
    let left = grid.left(outer);
    // What stands over a sign right before an amount ("$ 100") stands over the amount.
    const sign = left && place.left - left.segment.right < SIGN_BESIDE && this.isSign(left.segment) ? left.segment : null;
    // Lone signs between label and value (":", "$", "▶") are stepped over.
    for (let steps = 0; left && steps < 3 && !this.wordy(left.segment); steps++) left = grid.left({ ...place, left: left.segment.left });
    const left2 = left && grid.left({ ...place, left: left.segment.left });
    const above = grid.above(sign ? { ...place, left: sign.left } : place);
    const lines = above && labelLines(view, above.segment, this.numbers);
    const above2 = above && grid.above({ page: place.page, ...edges(above.segment) });
    const inline = segment ? this.inline(segment, start) : null;
    return {
      place,
      inline,
      whole: segment && inline && inline.start > segment.start ? { start: segment.start, end: start } : null,
      section: this.section(inline ?? unit(left) ?? unit(above)),
      left: unit(left && { ...left, gap: outer.left - left.segment.right }),
      left2: unit(left2),
      above: unit(above),
      above2: above && above2 ? { start: above2.segment.start, end: above2.segment.end, gap: above.gap + above2.gap } : null,
      lines: above && lines && lines.length > 1 ? { ranges: lines, key: above.segment.index, gap: above.gap } : null,
      isNumbered: this.numbers.has(lines?.[0]?.[0] ?? -1) || this.numbers.has(left?.segment.start ?? -1),
      header: this.columnHeader(candidate.segment),
      ...this.tableCells(segment),
      below: unit(grid.below(place)),
      right: unit(grid.right(segment && segment.end === range1(candidate) ? place : { ...place, right: segment?.right ?? place.right })),
    };
  }

  private isSign(segment: Segment): boolean {
    return segment.end === segment.start + 1 && parseCurrency(this.view.tokens[segment.start]?.text ?? '') !== null;
  }

  private wordy(segment: Segment): boolean {
    for (let token = segment.start; token < segment.end; token++)
      if (
        /[\p{L}#]{1}/u.test(this.view.tokens[token]?.text ?? '') &&
        !/^(?:RM|EUR|USD|CHF|GBP|Rs\.?)$/i.test(this.view.tokens[token]?.text ?? '')
      )
        return true;
    return false;
  }

  /** Climbs from a label over the lines of its section to the first one that stands alone and says no value. */
  private section(label: Relation | null): { ranges: [number, number][]; key: number } | null {
    const { view } = this;
    const own = label && view.segments[view.tokens[label.start]?.segment ?? -1];
    if (!own || label.end - label.start > SECTION_WORDS) return null;
    let heading = this.sections.get(own.index);
    if (heading === undefined) {
      heading = this.headingOver(own);
      this.sections.set(own.index, heading);
    }
    if (!heading) return null;
    const ranges: [number, number][] = [
      [heading.start, heading.end],
      [label.start, label.end],
    ];
    return { ranges, key: label.start * 1024 + Math.min(1023, label.end - label.start) };
  }

  private headingOver(label: Segment): Segment | null {
    const { view } = this;
    let current = label;
    for (let step = 0; step < SECTION_LINES; step++) {
      const above = neighbourOf(view, current, 'above');
      if (!above || current.top - above.bottom > SECTION_GAP) return null;
      const isAlone = isAloneOnLine(view, above);
      const last = view.tokens[above.end - 1]?.text ?? '';
      const isShort = above.end - above.start <= SECTION_WORDS || /\?$/.test(last);
      const hasColonInside = textHasColon(view, above);
      if (isAlone && isShort && !hasColonInside && !this.hasFigure(above) && this.wordy(above)) return above;
      current = above;
    }
    return null;
  }

  /** Words before the candidate in its segment, back to the last figure or eight words. */
  private inline(segment: Segment, start: number): Relation | null {
    if (start <= segment.start) return null;
    let from = start;
    while (from > segment.start && start - from < 8) {
      const text = this.view.tokens[from - 1]?.text ?? '';
      if (start - from > 0 && /\d/.test(text) && !/^\d{1,2}[.)]?$/.test(text) && !/^\(.*\)$/.test(text)) break;
      if (start - from > 0 && /[.;]$/.test(text) && text.length > 5) break;
      from--;
    }
    const last = this.view.tokens[start - 1];
    const first = this.view.tokens[start];
    return { start: from, end: start, gap: first && last ? Math.max(0, first.left - last.right) : 0 };
  }

  /** Climbs over figures to the first wordy segment of the column. */
  private columnHeader(segmentIndex: number): Relation | null {
    const { view } = this;
    let current = segmentIndex;
    for (let steps = 1; steps <= 40; steps++) {
      const above = view.links.above[current] ?? -1;
      const segment = view.segments[above];
      if (!segment) return null;
      if (!this.hasFigure(segment) && this.wordy(segment)) return { start: segment.start, end: segment.end, gap: steps };
      current = above;
    }
    return null;
  }

  private hasFigure(segment: Segment): boolean {
    for (let token = segment.start; token < segment.end; token++) if (/\d/.test(this.view.tokens[token]?.text ?? '')) return true;
    return false;
  }

  private tableCells(segment: Segment | undefined): { tableHeader: Relation | null; tableRow: Relation | null } {
    if (!segment || segment.table < 0) return { tableHeader: null, tableRow: null };
    const page = this.view.pages[segment.page];
    const table = page?.page.tables[segment.table];
    const cell = table?.cells[segment.cell];
    if (!page || !table || !cell) return { tableHeader: null, tableRow: null };
    const key = segment.page * 1000 + segment.table;
    let index = this.headers[key];
    if (!index) {
      index = this.indexTable(segment.page, segment.table);
      this.headers[key] = index;
    }
    const header = cell.row > 0 ? index.get(cell.column) : undefined;
    const first = cell.column > 0 ? index.get(-1 - cell.row) : undefined;
    return {
      tableHeader: header ? { start: header[0], end: header[1], gap: cell.row } : null,
      tableRow: first ? { start: first[0], end: first[1], gap: cell.column } : null,
    };
  }

  /** Header cell of every column (key = column) and first cell of every row (key = -1 - row), as token ranges. */
  private indexTable(pageIndex: number, tableIndex: number): Map<number, [number, number]> {
    const index = new Map<number, [number, number]>();
    const page = this.view.pages[pageIndex];
    const table = page?.page.tables[tableIndex];
    if (!page || !table) return index;
    const ranges = new Map<number, [number, number]>();
    for (let at = page.segments[0]; at < page.segments[1]; at++) {
      const segment = this.view.segments[at];
      if (!segment || segment.table !== tableIndex) continue;
      const range = ranges.get(segment.cell);
      if (range && segment.start === range[1]) range[1] = segment.end;
      else if (!range) ranges.set(segment.cell, [segment.start, segment.end]);
    }
    table.cells.forEach((cell, at) => {
      const range = ranges.get(at);
      if (!range) return;
      if (cell.row === 0 || cell.header)
        for (let column = cell.column; column < cell.column + cell.column_span; column++)
          if (!index.has(column) || cell.header) index.set(column, range);
      if (cell.column === 0) for (let row = cell.row; row < cell.row + cell.row_span; row++) index.set(-1 - row, range);
    });
    return index;
  }
}

/** True when a colon stands before the last word: a label with its value. */
function textHasColon(view: DocumentView, segment: Segment): boolean {
  for (let token = segment.start; token < segment.end - 1; token++) if (/:$/.test(view.tokens[token]?.text ?? '')) return true;
  return false;
}

function edges(segment: Segment): Omit<Place, 'page'> {
  return { left: segment.left, top: segment.top, right: segment.right, bottom: segment.bottom };
}

function range1(candidate: Candidate): number {
  return candidate.ranges[0]?.[1] ?? -1;
}
