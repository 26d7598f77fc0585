import type { Block, FormField } from '#lib/contract/service/reading.ts';

/** A stretch of text in one style. A line feed breaks the line, a tab goes to the next tab stop. */
export type TextRun = {
  text: string;
  bold?: boolean;
  /** Address a hyperlink leads to; never opened by us. */
  url?: string;
  /** Words of this run are in the file but not shown to its reader. */
  hidden?: boolean;
  /** The run is the content of an interactive field; its box becomes the field's. */
  field?: Omit<FormField, 'box'>;
  /** The run is one tick-box sign, ticked or not. */
  ticked?: boolean;
};

/** One cell as the file gives it; grid places are found by `setTable` from the order and the spans. */
export type LayoutCell = {
  runs: TextRun[];
  rowSpan?: number;
  columnSpan?: number;
  header?: boolean;
};

export type ParagraphBlock = {
  kind: Exclude<Block['kind'], 'table' | 'code'>;
  /** Heading level from 1, or nesting depth of a list item from 1. */
  level?: number;
  runs: TextRun[];
  /** Sign or number in front of a list item, e.g. `•` or `2.1`. */
  marker?: string;
};

/** Text whose spaces count: every character has the same width, tabs stop at each eighth column. */
export type MonospaceBlock = { kind: 'monospace'; blockKind: 'code' | 'paragraph'; lines: string[] };

export type TableBlock = { kind: 'table'; rows: LayoutCell[][] };

/** A picture; `part` is what the file calls it. Points; made smaller where the page is. */
export type PictureBlock = { kind: 'picture'; part: string; width: number; height: number };

export type PageBreak = { kind: 'page_break' };

/** What a reader of a flowing format hands to `layOut`. */
export type LayoutBlock = ParagraphBlock | MonospaceBlock | TableBlock | PictureBlock | PageBreak;
