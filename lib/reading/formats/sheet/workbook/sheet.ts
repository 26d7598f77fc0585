/** A cell as the spreadsheet shows it. Row and column count from 0. */
export type SheetCell = {
  column: number;
  text: string;
  /** Numbers and dates stand at the right edge of their cell. */
  right: boolean;
  /** In a row or column that is folded away. */
  hidden: boolean;
  /** Address of the cell's hyperlink; never opened by us. */
  url?: string;
  /** What the text was reckoned by, as the file writes it, without the equals sign. */
  formula?: string;
};

export type SheetRow = { row: number; cells: SheetCell[] };

export type Merge = { row: number; column: number; rowSpan: number; columnSpan: number };

/** One sheet with only the rows and cells that hold text, in order. */
export type Sheet = {
  name: string;
  hidden: boolean;
  rows: SheetRow[];
  merges: Merge[];
};
