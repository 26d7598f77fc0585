import { classNames } from '#components/ui/class-names.ts';
import type { ShownValue } from '#lib/contract/desk/search/found.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { COLUMNS, type Column } from './document-cells.tsx';

const NUMBERS: ReadonlySet<Field['type']> = new Set(['money', 'number', 'integer', 'percentage', 'rows']);
/** What gives its place to columns of values; the schema is the same in every line. */
const GIVES_WAY: ReadonlySet<string> = new Set(['schema', 'pages', 'confidence', 'size', 'priority', 'due']);
/** Pixels that the list's own columns need beside those of values, on a narrow and on a wide screen, and that each of these needs. */
const OWN_WIDTHS = { narrow: 370, wide: 510 };
const VALUE_WIDTH = 152;
/** So few columns leave room for whole names in a wide window. */
const FEW = 3;

type Values = Record<string, Record<string, ShownValue>> | undefined;

/**
 * The list's columns, with those of values after the state. @param names fields of the schema that have one
 * @param values by document id and field
 */
export function listColumns(fields: readonly Field[] | undefined, names: readonly string[], values: Values): readonly Column[] {
  const chosen = names.flatMap((name) => fields?.find((field) => field.name === name) ?? []);
  if (chosen.length === 0) return COLUMNS;
  const own = COLUMNS.filter(({ id }) => !GIVES_WAY.has(id)).map((column) => ownColumn(column, chosen.length));
  return [...own.slice(0, 2), ...chosen.map((field) => valueColumn(field, values, chosen.length <= FEW)), ...own.slice(2)];
}

/** A column of the list's own beside so many of values. The name gives way first; the state keeps what its words need. */
function ownColumn(column: Column, count: number): Column {
  if (column.id === 'state' && count > FEW) return { ...column, className: 'w-43 max-md:pr-1 md:w-56' };
  if (column.id === 'flags') return { ...column, className: 'w-18 max-md:hidden' };
  if (column.id === 'received') return { ...column, className: classNames('w-32', receivedFrom(count)) };
  return column;
}

/** From which window on there is room for when a document was received. */
const receivedFrom = (count: number) => (count < FEW ? 'max-lg:hidden' : count <= FEW + 1 ? 'max-xl:hidden' : 'max-2xl:hidden');

/** The least width of the table, so that the name keeps its place beside many columns; null without columns of values. */
export function leastWidths(columns: readonly Column[]): { narrow: number; wide: number } | null {
  const width = columns.filter(({ id }) => id.startsWith('field:')).length * VALUE_WIDTH;
  return width === 0 ? null : { narrow: OWN_WIDTHS.narrow + width, wide: OWN_WIDTHS.wide + width };
}

function valueColumn(field: Field, values: Values, hasRoom: boolean): Column {
  const isNumber = NUMBERS.has(field.type);
  return {
    id: `field:${field.name}`,
    title: field.label || field.name,
    hint: field.description || field.label || field.name,
    sort: `field:${field.name}`,
    isNumber,
    className: hasRoom && field.type === 'string' ? 'w-38 xl:w-[15%]' : 'w-38',
    cell: (document) => <ValueCell value={values?.[document.id]?.[field.name]} />,
  };
}

function ValueCell({ value }: { value: ShownValue | undefined }) {
  if (!value) return <span className="text-ink-faint">–</span>;
  return (
    <span className="block truncate tabular-nums" title={value.text}>
      <bdi>{value.text}</bdi>
      {value.currency ? <span className="text-ink-muted"> {value.currency}</span> : null}
    </span>
  );
}
