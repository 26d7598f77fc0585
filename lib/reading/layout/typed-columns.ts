/** Words of one line that stand one space apart, on the character grid: columns `[from, to)`. */
export type TypedChunk = { from: number; to: number; words: number[]; text: string };
/** A line of typed text: its number on the page and its chunks from left to right. */
export type TypedLine = { line: number; chunks: TypedChunk[] };

export type TypedCell = { row: number; column: number; columnSpan: number; words: number[]; lines: number[] };
export type TypedTable = {
  lines: [number, number];
  rowCount: number;
  columns: { from: number; to: number }[];
  cells: TypedCell[];
  header: boolean;
};

const AMOUNT = /^[^\p{L}\d]{0,3}[-+(]?\d[\d.,' {2}]*\)?-?\s?(%|\p{Sc}|[A-Z]{3}|[A-Z])?$/u;
const RULE = /^[-–—_=.*+|:]+$/;
/** Share of lines that may write across a gutter: headings, totals. */
const CROSSING = 0.1;

function isRule({ chunks }: TypedLine): boolean {
  return chunks.every(({ text }) => RULE.test(text.replace(/\s/g, '')));
}

/** Gutters: stretches of columns that (nearly) no line writes in, and that part chunks in at least half of the lines. */
function findColumns(lines: readonly TypedLine[]): { from: number; to: number }[] {
  const width = Math.max(...lines.map(({ chunks }) => chunks.at(-1)?.to ?? 0));
  const tolerance = lines.length > 6 ? Math.floor(lines.length * CROSSING) : 0;
  const filled = new Array<number>(width).fill(0);
  for (const { chunks } of lines)
    for (const { from, to } of chunks) for (let at = from; at < to; at += 1) filled[at] = (filled[at] ?? 0) + 1;
  const columns: { from: number; to: number }[] = [];
  let start = -1;
  for (let at = 0; at <= width; at += 1) {
    const isFilled = at < width && (filled[at] ?? 0) > tolerance;
    if (isFilled && start < 0) start = at;
    if (!isFilled && start >= 0) {
      columns.push({ from: start, to: at });
      start = -1;
    }
  }
  return columns;
}

function touched(columns: readonly { from: number; to: number }[], chunk: TypedChunk): [number, number] {
  let first = -1;
  let last = -1;
  columns.forEach(({ from, to }, index) => {
    if (chunk.from < to && chunk.to > from) {
      if (first < 0) first = index;
      last = index;
    }
  });
  if (first >= 0) return [first, last];
  const next = columns.findIndex(({ from }) => from >= chunk.to);
  const nearest = next < 0 ? columns.length - 1 : next;
  return [nearest, nearest];
}

/** A line with one chunk inside a column other than the first goes on with the row above. */
function goesOn(line: TypedLine, columns: readonly { from: number; to: number }[], row: number): number | null {
  const [chunk, ...others] = line.chunks;
  if (!chunk || others.length > 0 || row < 0) return null;
  const [first, last] = touched(columns, chunk);
  return first === last && first > 0 && !AMOUNT.test(chunk.text) ? first : null;
}

function toTable(lines: readonly TypedLine[]): TypedTable | null {
  const rows = lines.filter((line) => !isRule(line));
  const many = rows.filter(({ chunks }) => chunks.length > 1);
  if (many.length < 2) return null;
  const columns = findColumns(many);
  if (columns.length < 2 || (columns.length === 2 && many.length < 3)) return null;
  const cells: TypedCell[] = [];
  let row = -1;
  for (const line of rows) {
    const same = goesOn(line, columns, row);
    if (same === null) row += 1;
    for (const chunk of line.chunks) {
      const [first, last] = touched(columns, chunk);
      const cell = cells.find((each) => each.row === row && each.column <= first && each.column + each.columnSpan > first);
      if (cell) {
        cell.words.push(...chunk.words);
        cell.lines.push(line.line);
        cell.columnSpan = Math.max(cell.columnSpan, last - cell.column + 1);
      } else cells.push({ row, column: first, columnSpan: last - first + 1, words: [...chunk.words], lines: [line.line] });
    }
  }
  const amounts = many.filter(({ chunks }) => AMOUNT.test(chunks.at(-1)?.text ?? '')).length;
  if (amounts < many.length * (columns.length === 2 ? 0.6 : 0.3)) return null;
  const first = many[0];
  const header = first !== undefined && first === rows[0] && first.chunks.every(({ text }) => !/\d/.test(text));
  if (many.length < 3 && !header) return null;
  return { lines: [lines[0]?.line ?? 0, (lines.at(-1)?.line ?? 0) + 1], rowCount: row + 1, columns, cells, header };
}

/** Cuts a run where its columns change: the longest stretch from its start that still has as many columns as its first lines. */
function cutRun(run: readonly TypedLine[]): TypedLine[][] {
  const whole = toTable(run);
  const most = Math.max(...run.map(({ chunks }) => chunks.length));
  if (whole && whole.columns.length >= Math.min(most, 3)) return [[...run]];
  const parts: TypedLine[][] = [];
  let part: TypedLine[] = [];
  for (const line of run) {
    const next = [...part, line];
    const columns = findColumns(
      next.filter(({ chunks }) => chunks.length > 1 && !isRule({ line: 0, chunks })).length > 0
        ? next.filter((each) => each.chunks.length > 1)
        : next,
    );
    const wide = Math.max(...next.map(({ chunks }) => chunks.length));
    if (part.length > 1 && line.chunks.length > 1 && columns.length < Math.min(wide, 3)) {
      parts.push(part);
      part = [line];
    } else part = next;
  }
  parts.push(part);
  return parts;
}

/**
 * Finds tables in typed text, where columns are made of spaces: runs of lines without a blank one between them, most of more
 * than one chunk, whose chunks leave gutters that run through all (or nearly all) of them. Amounts must stand in them: lists
 * of labels and values are left as lines. `lines` must have `null` for each blank line.
 */
export function findTypedTables(lines: readonly (TypedLine | null)[]): TypedTable[] {
  const tables: TypedTable[] = [];
  let run: TypedLine[] = [];
  const finish = () => {
    while (run.length > 0 && (run.at(-1)?.chunks.length ?? 0) < 2 && !goesOnAtEnd(run)) run.pop();
    if (run.length > 1) {
      for (const part of cutRun(run)) {
        const table = toTable(part);
        if (table) tables.push(table);
      }
    }
    run = [];
  };
  for (const line of lines) {
    if (!line) finish();
    else if (run.length > 0 || line.chunks.length > 1) {
      const lonely = line.chunks.length < 2 && !isRule(line) && run.slice(-2).every(({ chunks }) => chunks.length < 2);
      if (lonely && run.length > 1) finish();
      else run.push(line);
    }
  }
  finish();
  return tables;
}

/** An indented last line belongs to the row above it. */
function goesOnAtEnd(run: readonly TypedLine[]): boolean {
  const [last, before] = [run.at(-1), run.at(-2)];
  const chunk = last?.chunks[0];
  return (
    chunk !== undefined && before !== undefined && before.chunks.length > 1 && chunk.from >= (before.chunks[1]?.from ?? 0) && chunk.from > 0
  );
}
