import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema, rowFieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { answerRows } from '../rows/answer-rows.ts';
import type { Contents } from '../rows/headings/header.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';

/** Concepts of what is bought, sold or delivered, which stands in tables of goods. */
const OF_GOODS: ReadonlySet<string> = new Set(['item_description', 'item_id']);
const [NAME, NUMBER] = ['description', 'item_number'];
/** How sure it is at least that a list asks for them. */
const ASKED = 0.8;
/** Characters of a cell at most; longer ones are running text. */
const LONGEST = 160;
/** The columns of such tables. */
const COLUMNS = [
  { name: NUMBER, type: 'string', description: 'Article number' },
  { name: NAME, type: 'string', description: 'Name of the product or service' },
  { name: 'quantity', type: 'number' },
  { name: 'unit_price', type: 'money' },
  { name: 'line_total', type: 'money' },
].map((field) => rowFieldSchema.parse(field));

const known = new WeakMap<ExtractionContext, Partial<Record<Contents, ExtractedRow[]>>>();

/** Cells of the table of goods for a list of goods or of their numbers, from top to bottom. None for other lists, or where no such table is. */
export function listGoods(context: ExtractionContext, field: number): ExtractedValue[] {
  const profile = context.profiles[field];
  const [concept] = profile?.concepts ?? [];
  if (!profile || !concept || concept.score < ASKED || !OF_GOODS.has(concept.id)) return [];
  const column = profile.kind === 'identifier' ? NUMBER : NAME;
  const read = (contents: Contents) => {
    const cells = rowsOf(context, contents).flatMap(({ [column]: cell }) => (cell && cell.value !== null ? [cell] : []));
    return cells.every(({ value }) => String(value).length <= LONGEST) ? cells : [];
  };
  const priced = read('figures');
  return priced.length ? priced : read('texts');
}

/** Rows of the table of goods, with or without prices; read once for all fields. */
function rowsOf(context: ExtractionContext, contents: Contents): ExtractedRow[] {
  const rows = known.get(context) ?? {};
  known.set(context, rows);
  const columns = contents === 'figures' ? COLUMNS : COLUMNS.filter(({ type }) => type !== 'money');
  const found = rows[contents] ?? answerRows(context, fieldSchema.parse({ name: 'goods', type: 'rows', fields: columns }), contents).rows;
  rows[contents] = found;
  return found;
}
