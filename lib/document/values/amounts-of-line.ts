import { parseMoney } from './parse-money.ts';

const MOST_PIECES = 3;

/** Every amount that a printed line can be read to hold, whichever way it writes decimals and groups thousands. */
export function amountsOfLine(text: string): number[] {
  const pieces = text.split(/\s+/).filter((piece) => piece !== '');
  const found = new Set<number>();
  pieces.forEach((_, start) => {
    for (let end = start + 1; end <= Math.min(pieces.length, start + MOST_PIECES); end += 1) {
      const joined = pieces.slice(start, end).join(' ');
      for (const sign of ['.', ','] as const) {
        const amount = /\d/.test(joined) ? parseMoney(joined, sign)?.amount : undefined;
        if (amount !== undefined) found.add(amount);
      }
    }
  });
  return [...found];
}

/** The amount that ends a printed line, with all of its digits; null when it ends otherwise. */
export function lastAmountOf(text: string): number | null {
  const pieces = text.split(/\s+/).filter((piece) => piece !== '');
  for (let count = Math.min(MOST_PIECES, pieces.length); count > 0; count -= 1) {
    const amount = parseMoney(pieces.slice(-count).join(' '))?.amount;
    if (amount !== undefined) return amount;
  }
  return null;
}
