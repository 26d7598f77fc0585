import { ownValue } from '#lib/contract/json/own-value.ts';
import type { StatedValue } from '#lib/contract/service/reading.ts';
import type { LayoutBlock, LayoutCell, TextRun } from '../../layout/layout-block.ts';
import {
  FACTS,
  kindOf,
  type LabelledPath,
  LINE,
  LINE_COLUMNS,
  PARTIES,
  PARTY_FACTS,
  PAYMENT,
  TAX,
  TAX_COLUMNS,
  TOTALS,
  UNITS,
} from './invoice-parts.ts';

/** Longest text that is shown of a value. */
const MOST_SHOWN = 2000;
/** A longer run of such characters, but for breaks of lines, is a file. */
const ENCODED = /^[A-Za-z0-9+/=]{400,}$/;
const LINE_BREAK = /[\r\n]+[ \t]*/g;
/** What is told as it stands: a file of deep odd elements has a line for each of them. */
const MOST_LINES = 60_000;
/** Deepest indent of what is told as it stands. */
const DEEPEST = 7;

/** A value on its way to the page. `plain`: its path without indices. */
type Item = { index: number; plain: string; value: StatedValue };

/**
 * Sets the values of an e-invoice or e-order as a person would write them: number and dates, parties, positions, taxes, totals,
 * payment, and then all that is left as an indented tree. The run that shows a value is a field named by the value's index.
 */
export function invoiceBlocks(values: readonly StatedValue[]): LayoutBlock[] {
  const rest = new Set(values.map((value, index): Item => ({ index, plain: value.path.replace(/\[\d+\]/g, ''), value })));
  const root = values[0]?.path.split('/')[0] ?? '';
  const code = values.find(({ path }) =>
    /ExchangedDocument\/TypeCode$|^\w+\/(InvoiceTypeCode|CreditNoteTypeCode|OrderTypeCode)$/.test(path),
  );
  const currency = values.find(({ path }) => /(Invoice|Order|Document)CurrencyCode$/.test(path))?.value;
  const kind = kindOf(root, code?.value);
  const isLine = ({ value }: Item) => LINE.test(value.path);
  const listed = (facts: readonly LabelledPath[], from: Iterable<Item>): LayoutCell[][] =>
    facts.flatMap(({ label, path }) =>
      [...from]
        .filter(({ plain }) => path.test(plain))
        .map((item) => {
          rest.delete(item);
          return row(label.replace('{kind}', /invoice/i.test(kind) ? 'Invoice' : kind), item, currency);
        }),
    );
  const head = () => [...rest].filter((item) => !isLine(item));

  const blocks: LayoutBlock[] = [];
  const section = (title: string, rows: LayoutCell[][]) => {
    if (rows.length > 0) blocks.push({ kind: 'heading', level: 2, runs: [{ text: title }] }, { kind: 'table', rows });
  };
  const facts = listed(FACTS, head());
  blocks.push({ kind: 'heading', level: 1, runs: [{ text: kind }] });
  if (facts.length > 0) blocks.push({ kind: 'table', rows: facts });
  for (const { title, path } of PARTIES) section(title, partyRows(path, head(), rest));
  section('Lines', tableRows(LINE, LINE_COLUMNS, rest));
  section('Taxes', tableRows(TAX, TAX_COLUMNS, rest));
  section('Totals', listed(TOTALS, head()));
  section('Payment', listed(PAYMENT, head()));
  if (rest.size > 0) {
    blocks.push({ kind: 'heading', level: 2, runs: [{ text: 'Everything else' }] });
    for (const block of tree([...rest])) blocks.push(block);
  }
  return blocks;
}

function row(label: string, item: Item, currency?: string): LayoutCell[] {
  const amount = /Amount$/.test(item.plain);
  const unit = amount ? (item.value.attributes?.currencyID ?? currency) : undefined;
  return [{ runs: [{ text: label }] }, { runs: [shown(item), ...(unit ? [{ text: ` ${unit}` }] : [])] }];
}

/** All that is told of a party; what has no label of its own is named by its element. */
function partyRows(path: RegExp, items: readonly Item[], rest: Set<Item>): LayoutCell[][] {
  const own = items.flatMap((item) => {
    const element = path.exec(item.plain)?.[0];
    if (element === undefined) return [];
    const inside = item.plain.slice(element.length);
    const place = PARTY_FACTS.findIndex((fact) => fact.path.test(inside));
    const label = PARTY_FACTS[place]?.label ?? taxLabel(item) ?? elementName(inside.split('/').at(-1) ?? '');
    rest.delete(item);
    return [{ item, label, place: place < 0 ? PARTY_FACTS.length : place }];
  });
  return own.sort((a, b) => a.place - b.place || a.item.index - b.item.index).map(({ item, label }) => row(label, item));
}

function taxLabel({ plain, value }: Item): string | null {
  const scheme = value.attributes?.schemeID;
  if (/SpecifiedTaxRegistration\/ID$/.test(plain)) return scheme === 'FC' ? 'Tax number' : 'VAT ID';
  return /PartyTaxScheme\/CompanyID$/.test(plain) ? 'VAT ID' : null;
}

/** A table of the elements that `path` finds, with the columns that any of them has; the first value that fits a column is taken. */
function tableRows(path: RegExp, columns: readonly LabelledPath[], rest: Set<Item>): LayoutCell[][] {
  const elements = new Map<string, (Item | undefined)[]>();
  for (const item of [...rest]) {
    const element = path.exec(item.value.path)?.[0];
    if (element === undefined) continue;
    const inside = item.plain.slice(element.replace(/\[\d+\]/g, '').length);
    const column = columns.findIndex((candidate) => candidate.path.test(inside));
    const known = elements.get(element) ?? [];
    if (column >= 0 && !known[column]) {
      known[column] = item;
      rest.delete(item);
    }
    elements.set(element, known);
  }
  const used = columns.flatMap(({ label }, column) => ([...elements.values()].some((row) => row[column]) ? [{ label, column }] : []));
  if (used.length === 0) return [];
  const head = used.map(({ label }): LayoutCell => ({ runs: [{ text: label }], header: true }));
  const body = [...elements.values()].map((items) =>
    used.map(({ column }): LayoutCell => {
      const item = items[column];
      if (!item) return { runs: [] };
      const unit = item.value.attributes?.unitCode;
      return { runs: [shown(item), ...(unit && /Quantity$/.test(item.plain) ? [{ text: ` ${ownValue(UNITS, unit) ?? unit}` }] : [])] };
    }),
  );
  return [head, ...body];
}

/** What is left, element within element. */
function tree(items: readonly Item[]): LayoutBlock[] {
  const blocks: LayoutBlock[] = [];
  let before: string[] = [];
  for (const [index, item] of items.entries()) {
    const steps = item.value.path.split('/').slice(1);
    if (blocks.length + steps.length >= MOST_LINES) {
      blocks.push(indented(0, [{ text: `${items.length - index} more values of the file are not shown.` }]));
      break;
    }
    const name = steps.pop() ?? '';
    let shared = 0;
    while (shared < steps.length && steps[shared] === before[shared]) shared += 1;
    for (let depth = shared; depth < steps.length; depth += 1)
      blocks.push(indented(depth, [{ text: elementName(steps[depth] ?? ''), bold: true }]));
    const notes = Object.entries(item.value.attributes ?? {}).map(([key, value]) => `${elementName(key).toLowerCase()} ${value}`);
    const note = notes.length > 0 ? [{ text: ` (${notes.join(', ').slice(0, 200)})` }] : [];
    blocks.push(indented(steps.length, [{ text: `${elementName(name)}: ` }, shown(item), ...note]));
    before = steps;
  }
  return blocks;
}

function indented(depth: number, runs: TextRun[]): LayoutBlock {
  return { kind: 'list_item', level: 1 + Math.min(DEEPEST, depth), runs };
}

/** `BuyerTradeParty` is `Buyer trade party`, `IBANID` `IBAN ID`, `Note[1]` `Note 2`. */
function elementName(element: string): string {
  const [, name = element, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(element) ?? [];
  const parted = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/(URI|IBAN|BIC)ID$/, '$1 ID');
  const words = parted.split(' ').map((word, at) => (at === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
  return `${words.join(' ')}${index === undefined ? '' : ` ${Number(index) + 1}`}`;
}

function shown({ index, plain, value }: Item): TextRun {
  return { text: textOf(plain, value), field: { name: String(index), label: null, kind: 'text', value: value.value } };
}

function isEncoded(value: string): boolean {
  return value.length >= 400 && ENCODED.test(value.replace(LINE_BREAK, ''));
}

function textOf(plain: string, { value, attributes }: StatedValue): string {
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(value);
  if (day && (attributes?.format === '102' || /Date/.test(plain))) return `${day[1]}-${day[2]}-${day[3]}`;
  if (isEncoded(value)) return `a file of ${Math.ceil((value.length * 3) / 4 / 1024)} kB`;
  return value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)} …` : value;
}
