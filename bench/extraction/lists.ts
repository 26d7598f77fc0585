// npm run bench:lists -- [--tables SET_FOLDER] [--goods SET_FOLDER] … [--errors]: asks for lists and says how many come out exactly right,
// and with what confidence. `--tables`: each column of the tables of a set, by its heading alone, with or without the line of sums at its
// end. `--goods`: the goods of its line items.
import path from 'node:path';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { extract } from '#lib/extraction/extract.ts';
import { loadReading } from '#training/sets/load-reading.ts';
import { loadTruth, type TruthLine } from '#training/sets/load-set.ts';

type TrueCell = { r: number; c: number; r2: number; c2: number; text: string };
type Line = TruthLine & { tables?: { cells: TrueCell[] }[] };
/** A list that is asked for, and its entries. */
type Wanted = { name: string; label?: string; description?: string; entries: string[]; summed?: boolean };

const args = process.argv.slice(2);
const LONGEST_HEADING = 40;

/** The columns of tables with one line of headings, where the document has no second column of that name. */
function columnsOf({ tables = [] }: Line): Wanted[] {
  const headings = tables.flatMap(({ cells }) => cells.filter(({ r }) => r === 0).map(({ text }) => textKey(text)));
  return tables.flatMap(({ cells }) => {
    const head = cells.filter(({ r }) => r === 0);
    if (head.length < 2 || head.some(({ r2, c, c2 }) => r2 > 0 || c2 > c)) return [];
    return head.flatMap(({ c, text }): Wanted[] => {
      const isOne = headings.filter((heading) => heading === textKey(text)).length === 1;
      const entries = cells.filter((cell) => cell.r > 0 && cell.c === c && textKey(cell.text)).map((cell) => cell.text);
      if (!isOne || entries.length < 2 || text.length > LONGEST_HEADING || !/\p{L}{3}/u.test(text)) return [];
      const last = Math.max(...cells.map(({ r }) => r));
      const summed = cells.some((cell) => cell.r === last && cell.c === 0 && /^(?:grand )?total/i.test(cell.text));
      return [{ name: `column_${c + 1}`, label: text, entries, summed }];
    });
  });
}

/** The names of the goods of a document's line items, each once. */
function goodsOf({ line_items: items = [], line_items_ignore: ignored = [] }: Line): Wanted[] {
  const texts = items.flatMap(({ description }) => (typeof description === 'string' && description ? [description] : []));
  if (ignored.includes('description') || !texts.length) return [];
  return [{ name: 'items', description: 'Names of all products or services', entries: texts }];
}

/** True for the same entries in any order, each once; a line of sums at the end may be left out. */
function isRight(value: readonly string[], { entries, summed }: Wanted): boolean {
  const keys = (texts: readonly string[]) => [...new Set(texts.map(textKey))].sort().join('\n');
  return keys(value) === keys(entries) || (summed === true && keys(value) === keys(entries.slice(0, -1)));
}

async function measure(folder: string, wantedOf: (line: Line) => Wanted[]): Promise<void> {
  let [asked, given, right, confidences] = [0, 0, 0, 0];
  for (const line of loadTruth(folder) as Line[]) {
    const wanted = wantedOf(line);
    if (!wanted.length) continue;
    const reading = await loadReading(path.join(folder, line.file));
    for (const list of wanted) {
      const { name, label, description = '', entries } = list;
      const field = fieldSchema.parse({ name, ...(label ? { label } : {}), description, type: 'list' });
      const { value, confidence } = extract({ schema: { fields: [field] }, reading }).fields[name] as ExtractedValue;
      const found = Array.isArray(value) ? value : [];
      const ok = found.length > 0 && isRight(found, list);
      asked++;
      given += Number(found.length > 0);
      right += Number(ok);
      confidences += found.length > 0 ? confidence : 0;
      if (args.includes('--errors') && !ok)
        console.log(
          `  ${line.file} ${label ?? name}: ${JSON.stringify(value)} (${confidence.toFixed(2)}) instead of ${JSON.stringify(entries)}`,
        );
    }
  }
  const mean = given ? (confidences / given).toFixed(2) : '–';
  console.log(`${path.basename(folder).padEnd(16)} lists ${asked}, given ${given}, exactly right ${right}; mean confidence ${mean}`);
}

for (const [at, arg] of args.entries()) {
  const folder = args[at + 1];
  if (folder && arg === '--tables') await measure(folder, columnsOf);
  if (folder && arg === '--goods') await measure(folder, goodsOf);
}
