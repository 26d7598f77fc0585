import type { Box } from '#lib/contract/service/box.ts';
import type { Field, FieldType } from '#lib/contract/service/extraction-schema.ts';
import type { Line, Reading, Word } from '#lib/contract/service/reading.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import { readingOfPages } from '#lib/document/geometry/reading-of-pages.ts';
import { classify } from '#lib/extraction/classify.ts';
import { extract } from '#lib/extraction/extract.ts';

const ROWS = 20;
const ROUNDS = 4;
const HEIGHT = 0.013;
const LETTER = 0.009;

/** Of every kind whose code differs. */
const FIELDS: [name: string, type: FieldType, format?: Field['format']][] = [
  ['document_number', 'string', 'identifier'],
  ['document_date', 'date'],
  ['due_date', 'date'],
  ['sender_name', 'string', 'organisation'],
  ['sender_address', 'string', 'address'],
  ['sender_vat_id', 'string', 'vat_id'],
  ['iban', 'string', 'iban'],
  ['terms', 'string'],
  ['pieces', 'integer'],
  ['is_paid', 'boolean'],
  ['currency', 'string', 'currency'],
  ['net_total', 'money'],
  ['total', 'money'],
];

/** Extracts from and classifies a made-up page, which loads the weights and has the code compiled before the first document needs it. */
export function warmExtraction(): void {
  const reading = makeReading();
  const rows: Field = { ...makeField('line_items', 'rows'), fields: [makeField('description', 'string'), makeField('amount', 'money')] };
  const fields = [...FIELDS.map(([name, type, format]) => ({ ...makeField(name, type), ...(format && { format }) })), rows];
  for (let round = 0; round < ROUNDS; round++) extract({ schema: { fields }, reading });
  const classes = ['Invoice', 'Receipt'].map((name) => ({ name, description: '', keywords: [], examples: [] }));
  classify(reading, { name: 'first.pdf', classes, examples: new Map() });
}

function makeField<Type extends FieldType>(name: string, type: Type) {
  return { name, type, label: name.replace('_', ' '), description: '', required: false };
}

function makeReading(): Reading {
  const items = Array.from({ length: ROWS }, (_, row) => [`Item ${row + 1} of the first order`, `${row + 1}`, `${row * 3}.50`]);
  const made = [
    ['First Example Company Ltd'],
    ['Document number:', 'A-1001'],
    ['Document date:', '2026-03-01'],
    ['Description', 'Quantity', 'Amount'],
    ...items,
    ['Total:', '', '570.00 EUR'],
  ];
  const page = emptyPage({
    number: 1,
    width: 595,
    height: 842,
    source: 'text',
    display: 'image',
  });
  made.forEach((parts, row) => {
    addLine(page, parts, 0.05 + row * 0.03);
  });
  page.blocks.push({ kind: 'paragraph', lines: [0, page.lines.length], box: [0.1, 0.05, 0.9, 0.95] });
  return readingOfPages([page]);
}

/** A line of parts that stand in columns. */
function addLine({ words, lines }: { words: Word[]; lines: Line[] }, parts: readonly string[], top: number): void {
  const start = words.length;
  parts.forEach((part, column) => {
    let left = 0.1 + column * 0.3;
    for (const text of part.split(' ').filter(Boolean)) {
      const box: Box = [left, top, left + text.length * LETTER, top + HEIGHT];
      words.push({ text, box, size: 10 });
      left = box[2] + LETTER / 2;
    }
  });
  lines.push({ words: [start, words.length], box: [0.1, top, words.at(-1)?.box[2] ?? 0.1, top + HEIGHT] });
}
