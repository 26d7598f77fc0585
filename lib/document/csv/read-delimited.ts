/** Characters that may part the cells of a line, the likeliest first: rows copied from a spreadsheet come with tabs. */
const DELIMITERS = ['\t', ';', ',', '|'] as const;
const QUOTED_CELL = /(^|[\t;,|])[ ]*"(?:[^"]|"")*"/g;

/**
 * Reads text as rows of cells, as spreadsheets copy and save them (RFC 4180, with any of the usual delimiters; that of the first line
 * counts). Cells are trimmed; rows without any text are left out.
 * @param most rows are read, at most
 */
export function readDelimited(text: string, most: number): string[][] {
  const clean = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const delimiter = findDelimiter(clean);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isBlank = true;
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
    isBlank = true;
  };
  const endRow = () => {
    endCell();
    if (row.some(Boolean)) rows.push(row);
    row = [];
  };
  for (let at = 0; at < clean.length && rows.length < most; at += 1) {
    const sign = clean[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && isBlank) {
      isQuoted = true;
      isBlank = false;
      cell = '';
    } else if (sign === delimiter) endCell();
    else if (sign === '\n') endRow();
    else {
      cell += sign;
      if (sign !== ' ') isBlank = false;
    }
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow();
  return rows;
}

/** The delimiter that stands most often in the first line, outside of quoted cells. */
function findDelimiter(text: string): string {
  const [line = ''] = text.trimStart().replaceAll(QUOTED_CELL, '$1').split('\n');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length - 1);
  // a single tab says more than any number of commas
  return counts[0]! > 0 ? DELIMITERS[0] : DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}
