import type { Sheet, SheetCell, SheetRow } from './sheet.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** As many as spreadsheet programs have. */
const MAX_COLUMNS = 16_384;
const NUMBER = /^[-+(]?[^\p{L}\d]{0,3}\d[\d.,'\u00a0 ]*[^\p{L}\d]{0,3}$/u;

/** Reads records as RFC 4180 says: quoted fields may hold delimiters, line ends and doubled quotes. */
function* records(text: string, delimiter: string): Generator<string[]> {
  let fields: string[] = [];
  let at = 0;
  const lastQuote = text.lastIndexOf('"');
  while (at < text.length) {
    let field = '';
    // a quote that is never closed is a sign like any other
    if (text[at] === '"' && at < lastQuote) {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) {
          field += text.slice(at);
          at = text.length;
          break;
        }
        field += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        field += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    fields.push(field + text.slice(start, at));
    const sign = text[at];
    at += 1;
    if (sign === delimiter) {
      if (at >= text.length) fields.push('');
      continue;
    }
    if (sign === '\r' && text[at] === '\n') at += 1;
    yield fields;
    fields = [];
  }
  if (fields.length > 0) yield fields;
}

/** The delimiter that splits the first lines most often into the same number of fields. */
function findDelimiter(text: string): string {
  let best = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    let seen = 0;
    for (const fields of records(text.slice(0, 100_000), delimiter)) {
      if (fields.length > 1) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
      seen += 1;
      if (seen === 100) break;
    }
    for (const [fields, times] of counts) {
      const score = (times / Math.max(1, seen)) * Math.min(fields, 5);
      if (score > most) {
        most = score;
        best = delimiter;
      }
    }
  }
  return best;
}

/** Reads comma-, semicolon-, tab- or bar-separated text as one sheet; values stay as they are written. */
export function readDelimited(source: string, name: string): Sheet {
  const declared = /^sep=(.)\r?\n/.exec(source);
  const text = declared ? source.slice(declared[0].length) : source;
  const rows: SheetRow[] = [];
  let row = 0;
  for (const fields of records(text, declared?.[1] ?? findDelimiter(text))) {
    const cells: SheetCell[] = [];
    fields.slice(0, MAX_COLUMNS).forEach((field, column) => {
      const shown = field.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim();
      if (shown !== '') cells.push({ column, text: shown, right: NUMBER.test(shown), hidden: false });
    });
    if (cells.length > 0) rows.push({ row, cells });
    row += 1;
  }
  return { name, hidden: false, rows, merges: [] };
}
