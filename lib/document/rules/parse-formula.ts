import { FORMULA_FUNCTIONS, type FormulaFunction } from './formula-functions.ts';

/** A parsed formula. `name` is a field, or `rows.column`. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; name: string; column: string | null }
  | { kind: 'negative'; of: Expression }
  | { kind: 'operation'; operator: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  | { kind: 'call'; name: FormulaFunction; of: Expression[] };
export type Comparison = { left: Expression; operator: '=' | '!=' | '<' | '<=' | '>' | '>='; right: Expression };

/** A formula that cannot be read. The message is for the person who wrote it. */
export class FormulaError extends Error {
  override name = 'FormulaError';
}

const FUNCTIONS: readonly string[] = Object.keys(FORMULA_FUNCTIONS);
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)'|([A-Za-z_]\w*)(?:\s*\.\s*([A-Za-z_]\w*))?|(<=|>=|!=|==|[=<>+\-*/(),]))/gy;

type Token = { kind: 'number' | 'text' | 'name' | 'sign'; text: string; column: string | null; at: number };

function tokenise(formula: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = formula.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(formula);
    if (!match) throw new FormulaError(`“${formula.slice(at).trim().slice(0, 20)}” is not understood in the formula.`);
    const [, number, double, single, name, column, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, column: null, at });
    else if (double !== undefined || single !== undefined) tokens.push({ kind: 'text', text: double ?? single ?? '', column: null, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, column: column ?? null, at });
    else tokens.push({ kind: 'sign', text: sign === '==' ? '=' : (sign ?? ''), column: null, at });
    if (tokens.length > 400) throw new FormulaError('The formula is too long.');
  }
  return tokens;
}

/**
 * Parses a rule's formula: two terms joined by `=`, `!=`, `<`, `<=`, `>` or `>=`; terms are numbers, quoted texts, fields,
 * `rows.column`, `+ - * /`, brackets, and the functions of `FORMULA_FUNCTIONS`.
 * Throws `FormulaError`.
 */
export function parseFormula(formula: string): Comparison {
  const tokens = tokenise(formula);
  let at = 0;
  let depth = 0;
  const peek = (text: string) => tokens[at]?.kind === 'sign' && tokens[at]?.text === text;
  const take = (text: string) => {
    if (!peek(text)) throw new FormulaError(`The formula needs “${text}” ${tokens[at] ? `before “${tokens[at]?.text}”` : 'at its end'}.`);
    at++;
  };
  const sum = (): Expression => {
    let left = product();
    while (peek('+') || peek('-')) {
      const operator = tokens[at++]?.text as '+' | '-';
      left = { kind: 'operation', operator, left, right: product() };
    }
    return left;
  };
  const product = (): Expression => {
    let left = factor();
    while (peek('*') || peek('/')) {
      const operator = tokens[at++]?.text as '*' | '/';
      left = { kind: 'operation', operator, left, right: factor() };
    }
    return left;
  };
  const factor = (): Expression => {
    if (++depth > 60) throw new FormulaError('The formula has too many brackets.');
    try {
      const token = tokens[at++];
      if (!token) throw new FormulaError('The formula is incomplete.');
      if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
      if (token.kind === 'text') return { kind: 'text', value: token.text };
      if (token.kind === 'name')
        return peek('(') && !token.column ? call(token.text) : { kind: 'name', name: token.text, column: token.column };
      if (token.text === '-') return { kind: 'negative', of: factor() };
      if (token.text === '(') {
        const inner = sum();
        take(')');
        return inner;
      }
      throw new FormulaError(`“${token.text}” is in the wrong place in the formula.`);
    } finally {
      depth--;
    }
  };
  const call = (name: string): Expression => {
    if (!FUNCTIONS.includes(name.toLowerCase())) throw new FormulaError(`There is no function “${name}”. Use ${FUNCTIONS.join(', ')}.`);
    take('(');
    const of = [sum()];
    while (peek(',')) {
      at++;
      of.push(sum());
    }
    take(')');
    return { kind: 'call', name: name.toLowerCase() as FormulaFunction, of };
  };
  const left = sum();
  const operator = tokens[at++]?.text;
  if (!operator || !['=', '!=', '<', '<=', '>', '>='].includes(operator))
    throw new FormulaError('A rule compares two terms: use =, <, <=, >, >= or !=.');
  const right = sum();
  if (at < tokens.length) throw new FormulaError(`The formula should end before “${tokens[at]?.text}”.`);
  return { left, operator: operator as Comparison['operator'], right };
}
