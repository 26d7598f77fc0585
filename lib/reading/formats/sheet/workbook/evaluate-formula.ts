/** A value of a cell or formula; null is that of an empty cell. */
export type CellValue = number | string | boolean | null;

/** Where a formula stands, by row and column from 0, and how it gets at cells. */
export type FormulaPlace = {
  row: number;
  column: number;
  /** The cell that relative references count from. */
  baseRow: number;
  baseColumn: number;
  valueAt(row: number, column: number): CellValue;
};

/** A formula uses something that is not worked out here. */
export class UnknownFormula extends Error {}

const LONGEST = 1024;
const DEEPEST = 40;
const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|"((?:[^"]|"")*)"|(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w.(!:])|([A-Za-z][\w.]*)|(<>|<=|>=|[-+*/&=<>(),%]))/y;

type Token =
  | { kind: 'value'; value: CellValue }
  | { kind: 'cell'; row: number; column: number; isRowFixed: boolean; isColumnFixed: boolean }
  | { kind: 'name' | 'sign'; text: string };

const FUNCTIONS: Record<string, (values: CellValue[], place: FormulaPlace) => CellValue> = {
  AND: (values) => values.every(isTrue),
  OR: (values) => values.some(isTrue),
  NOT: ([value = null]) => !isTrue(value),
  IF: ([condition = null, yes = true, no = false]) => (isTrue(condition) ? yes : no),
  ISBLANK: ([value = null]) => value === null,
  ISNUMBER: ([value = null]) => typeof value === 'number',
  ISTEXT: ([value = null]) => typeof value === 'string',
  LEN: ([value = null]) => textOf(value).length,
  ABS: ([value = null]) => Math.abs(numberOf(value)),
  MOD: ([value = null, by = null]) => numberOf(value) - numberOf(by) * Math.floor(numberOf(value) / numberOf(by)),
  ROW: (values, { row }) => (values.length === 0 ? row + 1 : unknown()),
  COLUMN: (values, { column }) => (values.length === 0 ? column + 1 : unknown()),
  TRUE: () => true,
  FALSE: () => false,
};

function unknown(): never {
  throw new UnknownFormula('This formula is not worked out here.');
}

/**
 * Works out a formula of a conditional format: values, references to cells of the same sheet, comparisons, sums, and a few
 * functions. @throws UnknownFormula for all else
 */
export function evaluateFormula(formula: string, place: FormulaPlace): CellValue {
  const tokens = tokensOf(formula);
  const reader = new FormulaReader(tokens, place);
  const value = reader.comparison(0);
  return reader.isAtEnd ? value : unknown();
}

/** Compares as spreadsheets do: numbers before texts before truths, texts in any case, empty as zero or as no text. */
export function compareValues(a: CellValue, b: CellValue): number {
  const [left, right] = [filled(a, b), filled(b, a)];
  const order = (value: CellValue) => ['number', 'string', 'boolean'].indexOf(typeof value);
  if (order(left) !== order(right)) return order(left) - order(right);
  if (typeof left === 'string' && typeof right === 'string') {
    const [first, second] = [left.toLowerCase(), right.toLowerCase()];
    return first === second ? 0 : first < second ? -1 : 1;
  }
  return Number(left) - Number(right);
}

/** True for what a condition takes as fulfilled. */
export function isTrue(value: CellValue): boolean {
  return typeof value === 'string' ? unknown() : Boolean(value);
}

function filled(value: CellValue, beside: CellValue): CellValue {
  return value ?? (typeof beside === 'string' ? '' : typeof beside === 'boolean' ? false : 0);
}

function numberOf(value: CellValue): number {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : Number(value);
  return Number.isFinite(number) ? number : unknown();
}

function textOf(value: CellValue): string {
  return value === null ? '' : typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}

function tokensOf(formula: string): Token[] {
  if (formula.length > LONGEST) unknown();
  const tokens: Token[] = [];
  const text = formula.trim().replace(/^=/, '');
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return unknown();
    const [, number, string, columnFixed, letters, rowFixed, digits, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (string !== undefined) tokens.push({ kind: 'value', value: string.replaceAll('""', '"') });
    else if (letters !== undefined) {
      const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      tokens.push({ kind: 'cell', row: Number(digits) - 1, column, isRowFixed: rowFixed === '$', isColumnFixed: columnFixed === '$' });
    } else tokens.push(name === undefined ? { kind: 'sign', text: sign ?? '' } : { kind: 'name', text: name.toUpperCase() });
  }
  return tokens;
}

/** Reads tokens by falling precedence: comparison, joining, sum, product, sign. */
class FormulaReader {
  private at = 0;
  private readonly tokens: readonly Token[];
  private readonly place: FormulaPlace;

  constructor(tokens: readonly Token[], place: FormulaPlace) {
    this.tokens = tokens;
    this.place = place;
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  comparison(depth: number): CellValue {
    if (depth > DEEPEST) return unknown();
    let left = this.joined(depth);
    for (let sign = this.take('=', '<>', '<', '>', '<=', '>='); sign; sign = this.take('=', '<>', '<', '>', '<=', '>=')) {
      const order = compareValues(left, this.joined(depth));
      left = { '=': order === 0, '<>': order !== 0, '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0 }[sign] ?? false;
    }
    return left;
  }

  private joined(depth: number): CellValue {
    let left = this.sum(depth);
    while (this.take('&')) left = textOf(left) + textOf(this.sum(depth));
    return left;
  }

  private sum(depth: number): CellValue {
    let left = this.product(depth);
    for (let sign = this.take('+', '-'); sign; sign = this.take('+', '-')) {
      const right = numberOf(this.product(depth));
      left = sign === '+' ? numberOf(left) + right : numberOf(left) - right;
    }
    return left;
  }

  private product(depth: number): CellValue {
    let left = this.signed(depth);
    for (let sign = this.take('*', '/'); sign; sign = this.take('*', '/')) {
      const right = numberOf(this.signed(depth));
      left = sign === '*' ? numberOf(left) * right : right === 0 ? unknown() : numberOf(left) / right;
    }
    return left;
  }

  private signed(depth: number): CellValue {
    if (this.take('-')) return -numberOf(this.signed(depth + 1));
    if (this.take('+')) return this.signed(depth + 1);
    const value = depth > DEEPEST ? unknown() : this.single(depth);
    return this.take('%') ? numberOf(value) / 100 : value;
  }

  private single(depth: number): CellValue {
    const token = this.tokens[this.at++];
    if (token?.kind === 'value') return token.value;
    if (token?.kind === 'cell') return this.cell(token);
    if (token?.kind === 'name') return this.call(token.text, depth);
    if (token?.text !== '(') return unknown();
    const value = this.comparison(depth + 1);
    return this.take(')') ? value : unknown();
  }

  private cell({ row, column, isRowFixed, isColumnFixed }: Extract<Token, { kind: 'cell' }>): CellValue {
    const { place } = this;
    return place.valueAt(
      isRowFixed ? row : row + place.row - place.baseRow,
      isColumnFixed ? column : column + place.column - place.baseColumn,
    );
  }

  private call(name: string, depth: number): CellValue {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : unknown();
    const values: CellValue[] = [];
    if (!this.take('(')) return name === 'TRUE' || name === 'FALSE' ? known([], this.place) : unknown();
    if (this.take(')')) return known(values, this.place);
    do values.push(this.comparison(depth + 1));
    while (this.take(','));
    return this.take(')') ? known(values, this.place) : unknown();
  }

  private take(...signs: string[]): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.at++;
    return token.text;
  }
}
