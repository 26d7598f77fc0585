/** `sum(lines.amount)`-like calls work on a whole column; a bare `lines.amount` means the row at hand. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'field'; path: readonly string[] }
  | { kind: 'call'; name: FormulaFunction; argument: Expression }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/'; left: Expression; right: Expression };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type Formula = { left: Expression; comparison: Comparison; right: Expression };

const FUNCTIONS = ['sum', 'count', 'min', 'max', 'abs', 'round'] as const;
export type FormulaFunction = (typeof FUNCTIONS)[number];

export class FormulaError extends Error {
  override name = 'FormulaError';
}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|(<=|>=|!=|[-+*/()=<>]))/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new FormulaError(`“${text.slice(at).trim().slice(0, 12)}” is not understood at position ${at + 1}.`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

const COMPARISONS: readonly string[] = ['=', '!=', '<', '<=', '>', '>='];

/**
 * Parses a rule such as `total = sum(lines.amount) + tax` (recursive descent; precedence: calls, `* /`, `+ -`, comparison).
 * @throws FormulaError with a sentence for the person who typed it
 */
export function parseFormula(text: string): Formula {
  const tokens = tokenize(text);
  let position = 0;
  let depth = 0;
  const peek = () => tokens[position];
  const take = () => tokens[position++];

  function expect(token: string): void {
    if (take() !== token) throw new FormulaError(`“${token}” is missing.`);
  }

  function primary(): Expression {
    depth += 1;
    if (depth > 50) throw new FormulaError('The formula is nested too deeply.');
    try {
      const token = take();
      if (token === undefined) throw new FormulaError('The formula ends too early.');
      if (token === '(') {
        const inner = sum();
        expect(')');
        return inner;
      }
      if (token === '-') return { kind: 'binary', operator: '-', left: { kind: 'number', value: 0 }, right: primary() };
      if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
      if (!/^[A-Za-z_]/.test(token)) throw new FormulaError(`“${token}” stands where a field or number should be.`);
      if (peek() !== '(') return { kind: 'field', path: token.split('.') };
      const name = FUNCTIONS.find((known) => known === token);
      if (!name) throw new FormulaError(`There is no function “${token}”; there are ${FUNCTIONS.join(', ')}.`);
      expect('(');
      const argument = sum();
      expect(')');
      return { kind: 'call', name, argument };
    } finally {
      depth -= 1;
    }
  }

  function product(): Expression {
    let left = primary();
    for (let next = peek(); next === '*' || next === '/'; next = peek()) {
      take();
      left = { kind: 'binary', operator: next, left, right: primary() };
    }
    return left;
  }

  function sum(): Expression {
    let left = product();
    for (let next = peek(); next === '+' || next === '-'; next = peek()) {
      take();
      left = { kind: 'binary', operator: next, left, right: product() };
    }
    return left;
  }

  const left = sum();
  const comparison = take();
  if (comparison === undefined || !COMPARISONS.includes(comparison))
    throw new FormulaError('A rule needs one of = != < <= > >= between two sides.');
  const right = sum();
  if (position < tokens.length) throw new FormulaError(`“${peek()}” stands after the end of the rule.`);
  return { left, comparison: comparison as Comparison, right };
}

/** Every field path a formula mentions. */
export function formulaFields(formula: Formula): (readonly string[])[] {
  const collect = (expression: Expression): (readonly string[])[] => {
    if (expression.kind === 'field') return [expression.path];
    if (expression.kind === 'call') return collect(expression.argument);
    if (expression.kind === 'binary') return [...collect(expression.left), ...collect(expression.right)];
    return [];
  };
  return [...collect(formula.left), ...collect(formula.right)];
}
