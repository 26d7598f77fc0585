import type { ExtractedRow, ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { buildReading, type Print, widthOfText } from '#lib/extraction/testing/build-reading.ts';
import { createRandom } from '#training/learning/random.ts';

const GOODS = [
  'Bracket',
  'Cable tie',
  'Desk lamp',
  'Filter',
  'Gasket',
  'Hinge',
  'Ink roller',
  'Jack plug',
  'Kettle',
  'Label roll',
  'Mop head',
  'Nut',
  'Oak board',
  'Pump seal',
  'Rivet',
];
const MORE = [
  'black',
  'steel',
  '2.4 m',
  'size 12',
  'for outdoor use',
  'galvanised',
  'pack of 10',
  'left hand',
  'type B7',
  'with two keys and a spare',
];
const ROWS_A_PAGE = 26;
/** Points. */
const TEXT_WIDTH = 190;

/** A synthetic table of about 40 rows: wrapped texts, page breaks, sums at the end, decimals by point or comma; the same for a seed. */
export function makeRepairTable(seed: number): { name: string; reading: Reading; field: Field; rows: ExtractedRow[] } {
  const random = createRandom(seed * 104_729 + 7);
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)]!;
  const comma = random() < 0.5;
  const money = (value: number) => {
    const [whole = '', cents = ''] = value.toFixed(2).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, comma ? '.' : ',');
    return `${grouped}${comma ? ',' : '.'}${cents}`;
  };
  const withRate = random() < 0.5;
  const withNumber = random() < 0.5;
  const unit = pick(['', ' pcs', ' h']);
  const columns = ['description', 'quantity', 'unit_price', ...(withRate ? ['tax_rate'] : []), 'line_total'];
  const types: Record<string, string> = {
    description: 'string',
    quantity: 'number',
    unit_price: 'money',
    tax_rate: 'percentage',
    line_total: 'money',
  };
  const field = fieldSchema.parse({ name: 'line_items', type: 'rows', fields: columns.map((name) => ({ name, type: types[name] })) });
  const rights: Record<string, number> = { quantity: 350, unit_price: 425, tax_rate: 470, line_total: 550 };
  const count = 36 + Math.floor(random() * 9);
  const pages: Print[][] = [];
  const values: { page: number; cells: Record<string, { value: Value; texts: string[]; y: number }> }[] = [];
  let y = 0;
  for (let index = 0; index < count; index++) {
    if (index % ROWS_A_PAGE === 0) {
      pages.push(
        columns.map((name) =>
          name === 'description'
            ? { text: 'Article', x: withNumber ? 70 : 50, y: 90 }
            : { text: name.replace('_', ' '), x: rights[name]!, y: 90, right: true },
        ),
      );
      y = 110;
    }
    const prints = pages.at(-1)!;
    const quantity = 1 + Math.floor(random() * 20);
    const price = Math.round((1 + random() ** 2 * 900) * 100) / 100;
    const lines = wrap(`${pick(GOODS)}, ${pick(MORE)}${random() < 0.3 ? `, ${pick(MORE)} and ${pick(MORE)}` : ''}`);
    const cells: (typeof values)[number]['cells'] = {
      description: { value: lines.join(' '), texts: lines, y },
      quantity: { value: quantity, texts: [`${quantity}${unit}`], y },
      unit_price: { value: price, texts: [money(price)], y },
      ...(withRate ? { tax_rate: { value: 19, texts: ['19 %'], y } } : {}),
      line_total: { value: Math.round(quantity * price * 100) / 100, texts: [money(quantity * price)], y },
    };
    if (withNumber) prints.push({ text: `${index + 1}`, x: 50, y });
    for (const [line, text] of lines.entries()) prints.push({ text, x: withNumber ? 70 : 50, y: y + 12 * line });
    for (const name of columns.slice(1)) prints.push({ text: cells[name]!.texts[0]!, x: rights[name]!, y, right: true });
    values.push({ page: pages.length, cells });
    y += 12 * lines.length + 8;
  }
  pages
    .at(-1)!
    .push(
      { text: 'Total', x: 380, y: y + 10 },
      { text: money(values.reduce((sum, { cells }) => sum + Number(cells.line_total!.value), 0)), x: 550, y: y + 10, right: true },
    );
  const reading = buildReading(pages);
  return { name: `synthetic ${seed}`, reading, field, rows: values.map(({ page, cells }) => rowOf(reading, page, cells)) };
}

/** A text cut into lines as a column does it: a word that does not fit goes on the next line. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOfText(`${last} ${word}`, 10) <= TEXT_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function rowOf(reading: Reading, number: number, cells: Record<string, { value: Value; texts: string[]; y: number }>): ExtractedRow {
  const page = reading.pages[number - 1]!;
  return Object.fromEntries(
    Object.entries(cells).map(([name, { value, texts, y }]): [string, ExtractedValue] => {
      const words = texts.flatMap((text, line) => {
        const top = (y + 12 * line) / page.height;
        const entry = page.lines.find(
          ({ box, words: [from, to] }) =>
            Math.abs(box[1] - top) < 1e-6 &&
            page.words
              .slice(from, to)
              .map((word) => word.text)
              .join(' ') === text &&
            (name !== 'description' || box[0] < 0.2),
        );
        return entry ? Array.from({ length: entry.words[1] - entry.words[0] }, (_, step) => entry.words[0] + step) : [];
      });
      const text = words.map((word) => page.words[word]!.text).join(' ');
      const evidence = { page: number, box: unionAll(words.map((word) => page.words[word]!.box)), text, words };
      return [name, { value, text, confidence: 0.9, evidence: [evidence], candidates: [] }];
    }),
  );
}
