import type { Box } from '#lib/contract/service/box.ts';
import type { Block, Cell, Page, Table } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import type { SetLine } from './set-lines.ts';

export const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 50;
/** Share of a page's height: a scan is a page of its own besides. */
const LARGEST_PICTURE = 0.6;

/** Distance from one line to the next, and height of a word's box, in font sizes (Helvetica: ascent .905, descent .212). */
export const LINE_PITCH = 1.3;
const BOX_HEIGHT = 1.12;

type Points = [left: number, top: number, right: number, bottom: number];
type OpenTable = { points: Points; table: Omit<Table, 'box' | 'cells'>; cells: { cell: Omit<Cell, 'box'>; points: Points }[] };

/**
 * Sets lines on pages of A4 from top to bottom. Inside, all measures are points from the page's top left corner;
 * they become fractions of the page when it is finished, since a wide table or line may have widened it.
 */
export class PageSetter {
  readonly pages: Page[] = [];
  readonly left = MARGIN;
  readonly bottom = A4.height - MARGIN;
  readonly maxPages: number;
  /** True when text was left out because all pages are used. */
  full = false;
  y = MARGIN;
  name: string | null;
  private taken = 0;
  private page: Page | undefined;
  private right = A4.width - MARGIN;
  private boxes: { target: { box: Box }; points: Points }[] = [];
  private lastField: { field: object; page: Page; points: Points } | undefined;
  private block: { kind: Block['kind']; level: number | undefined; firstLine: number } | undefined;

  /** Set for pages of a given size (slides): they are not widened, and text is placed by coordinates. In points. */
  fixed: { width: number; height: number } | null = null;

  constructor(maxPages: number, name: string | null = null) {
    this.maxPages = maxPages;
    this.name = name;
  }

  /** Width in points that text may take on a page of normal width. */
  get textWidth(): number {
    return A4.width - 2 * MARGIN;
  }

  get textHeight(): number {
    return this.bottom - MARGIN;
  }

  get isAtTop(): boolean {
    return this.y <= MARGIN;
  }

  /** The page being set; opened when needed. */
  current(): Page {
    if (!this.page) {
      this.page = emptyPage({
        number: this.pages.length + 1,
        width: A4.width,
        height: A4.height,
        name: this.name,
        source: 'layout',
        display: 'layout',
      });
      if (!this.full) this.pages.push(this.page);
      this.y = MARGIN;
      this.right = A4.width - MARGIN;
      this.boxes = [];
    }
    return this.page;
  }

  /** Makes the page at least so wide that text up to `right` points fits with its margin. */
  widen(right: number): void {
    this.current();
    this.right = Math.max(this.right, right);
  }

  beginBlock(kind: Block['kind'], level?: number): void {
    this.endBlock();
    this.block = { kind, level, firstLine: this.current().lines.length };
  }

  endBlock(): void {
    if (!this.block || !this.page) return;
    const { kind, level, firstLine } = this.block;
    this.block = undefined;
    const end = this.page.lines.length;
    if (end === firstLine) return;
    const block: Block = { kind, ...(level === undefined ? {} : { level }), lines: [firstLine, end], box: [0, 0, 0, 0] };
    this.page.blocks.push(block);
  }

  /** Goes to the next page; an open block goes on there. Does nothing on an empty page unless `force`. */
  breakPage(force = false): void {
    if (!this.page || (!force && this.isAtTop && this.page.words.length === 0)) return;
    const open = this.block;
    this.endBlock();
    this.finishPage();
    if (this.pages.length >= this.maxPages) {
      this.full = true;
      this.y = this.bottom;
      return;
    }
    this.current();
    if (open) this.block = { ...open, firstLine: 0 };
  }

  /** Opens a new page when fewer than `height` points are left on this one. */
  ensure(height: number): void {
    if (!this.full && this.y + height > this.bottom && !this.isAtTop) this.breakPage();
  }

  /**
   * Places one line with its top at `top` and its start at `left` points; returns the indices of its words.
   * With `join` the words go on the line placed before (the next cell of a table row).
   */
  place(line: SetLine, left: number, top: number, size: number, join = false): number[] {
    if (this.full) return [];
    const page = this.current();
    const first = page.words.length;
    const boxTop = top + ((LINE_PITCH - BOX_HEIGHT) / 2) * size;
    const right = left + line.width;
    if (right > this.right) this.right = right;
    for (const set of line.words) {
      const points: Points = [left + set.x, boxTop, left + set.x + set.width, boxTop + BOX_HEIGHT * size];
      const box: Box = [0, 0, 0, 0];
      this.boxes.push({ target: { box }, points });
      if (set.text !== '') {
        page.words.push({
          text: set.text,
          box,
          size: Math.round(size * 10) / 10,
          ...(set.bold ? { bold: true } : {}),
          ...(set.run.hidden ? { hidden: true } : {}),
        });
      }
      const { field, ticked, url } = set.run;
      if (field) {
        if (this.lastField?.field === field && this.lastField.page === page) grow(this.lastField.points, points);
        else {
          this.lastField = { field, page, points: [...points] };
          page.form_fields.push(this.measured({ ...field, box: [0, 0, 0, 0] as Box }, this.lastField.points));
        }
      }
      if (ticked !== undefined) page.tick_boxes.push(this.measured({ ticked, box: [0, 0, 0, 0] as Box }, points));
      if (url) page.links.push(this.measured({ url, page: null, box: [0, 0, 0, 0] as Box }, points));
    }
    const indices = Array.from({ length: page.words.length - first }, (_, index) => first + index);
    const last = page.lines.at(-1);
    if (join && last && indices.length > 0) last.words = [last.words[0], page.words.length];
    else if (indices.length > 0) page.lines.push({ words: [first, page.words.length], box: [0, 0, 0, 0] });
    return indices;
  }

  /** Adds a table whose words are already placed; cell and table boxes in points. */
  addTable(open: OpenTable): void {
    const page = this.current();
    this.right = Math.max(this.right, open.points[2]);
    const cells = open.cells.map(({ cell, points }) => this.measured({ ...cell, box: [0, 0, 0, 0] as Box }, points));
    page.tables.push(this.measured({ ...open.table, cells, box: [0, 0, 0, 0] as Box }, open.points));
  }

  /** Puts a picture on the page at the left margin, made smaller to fit, with what follows below it. */
  placePicture(part: string, width: number, height: number): void {
    const scale = Math.min(1, this.textWidth / width, (LARGEST_PICTURE * this.textHeight) / height);
    const [across, down] = [width * scale, height * scale];
    this.ensure(down);
    if (this.full) return;
    const page = this.current();
    const points: Points = [this.left, this.y, this.left + across, this.y + down];
    page.pictures ??= [];
    page.pictures.push(this.measured({ part, box: [0, 0, 0, 0] as Box }, points));
    this.y += down;
  }

  /** The pages that are finished and were not taken before. */
  takeFinished(): Page[] {
    const end = this.page && this.pages.at(-1) === this.page ? this.pages.length - 1 : this.pages.length;
    const finished = this.pages.slice(this.taken, end);
    this.taken = end;
    return finished;
  }

  /** Ends the last page. */
  finish(): Page[] {
    this.endBlock();
    this.finishPage();
    return this.pages;
  }

  private measured<T extends { box: Box }>(target: T, points: Points): T {
    this.boxes.push({ target, points });
    return target;
  }

  private finishPage(): void {
    const page = this.page;
    if (!page) return;
    page.width = this.fixed?.width ?? Math.max(A4.width, this.right + MARGIN);
    page.height = this.fixed?.height ?? A4.height;
    for (const { target, points } of this.boxes) {
      const box = fractions(points, page.width, page.height);
      for (const side of [0, 1, 2, 3] as const) target.box[side] = box[side];
    }
    for (const line of page.lines) line.box = unionAll(page.words.slice(...line.words).map((word) => word.box));
    for (const block of page.blocks) block.box = unionAll(page.lines.slice(...block.lines).map((line) => line.box));
    this.page = undefined;
    this.boxes = [];
  }
}

function fractions(points: Points, width: number, height: number): Box {
  const fraction = (value: number, whole: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 1e5) / 1e5;
  return [fraction(points[0], width), fraction(points[1], height), fraction(points[2], width), fraction(points[3], height)];
}

function grow(target: Points, points: Points): void {
  target[0] = Math.min(target[0], points[0]);
  target[1] = Math.min(target[1], points[1]);
  target[2] = Math.max(target[2], points[2]);
  target[3] = Math.max(target[3], points[3]);
}
