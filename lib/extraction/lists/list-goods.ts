import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Field, type RowField, rowFieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { answerRows } from '../rows/answer-rows.ts';
import type { Contents } from '../rows/header.ts';
import type { Scene } from '../scoring/scene.ts';

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

/** Cells of the table of goods for a list of goods or of their numbers, from top to bottom. None for other lists, or where no such table is. */
export function listGoods(scene: Scene, field: number): ExtractedValue[] {
  const profile = scene.profiles[field];
  const [concept] = profile?.concepts ?? [];
  if (!profile || !concept || concept.score < ASKED || !OF_GOODS.has(concept.id)) return [];
  const column = profile.kind === 'identifier' ? NUMBER : NAME;
  const read = (columns: RowField[], contents: Contents) => {
    const rows: Field = { ...(profile.field as Field), type: 'rows', fields: columns };
    const cells = answerRows(scene, rows, contents).rows.flatMap(({ [column]: cell }) => (cell && cell.value !== null ? [cell] : []));
    return cells.every(({ value }) => String(value).length <= LONGEST) ? cells : [];
  };
  const priced = read(COLUMNS, 'figures');
  return priced.length
    ? priced
    : read(
        COLUMNS.filter(({ type }) => type !== 'money'),
        'texts',
      );
}
