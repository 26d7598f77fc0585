import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';

/** A figure at the beginning of a word, and what stands behind it. */
const COUNTED = /^[-−+]?\d[\d.,’']*(\p{L}[\p{L}\p{N}./²³]{0,11})?$/u;
const UNIT = /^(?![x×@]\.?$)\p{L}[\p{L}\p{N}./²³-]{0,13}$/u;
const CERTAINTY = 0.9;

/** Gives rows without a unit the one that stands behind the figure of their quantity ("2 Std.", "14 pcs"). Changes the rows in place. */
export function fillUnits(context: ExtractionContext, rows: readonly RawRow[], profiles: readonly FieldProfile[]): void {
  const [unit = -1, quantity = -1] = ['unit', 'quantity'].map((id) => profiles.findIndex(({ concepts }) => concepts[0]?.id === id));
  if (unit < 0 || quantity < 0) return;
  for (const row of rows) {
    const counted = row.cells.get(quantity);
    const cell = counted && !row.cells.has(unit) ? unitBehind(context, counted) : null;
    if (cell) row.cells.set(unit, cell);
  }
}

function unitBehind(context: ExtractionContext, { ranges }: RawCell): RawCell | null {
  const tokens = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, step) => start + step));
  const [first, second, ...more] = tokens;
  const glued = COUNTED.exec(context.view.tokens[first ?? -1]?.text ?? '');
  if (!glued || first === undefined) return null;
  if (second === undefined) return glued[1] && UNIT.test(glued[1]) ? unitCell(first, glued[1]) : null;
  const text = context.view.tokens[second]?.text ?? '';
  return !glued[1] && !more.length && UNIT.test(text) ? unitCell(second, text) : null;
}

function unitCell(token: number, text: string): RawCell {
  return { ranges: [[token, token + 1]], text, certainty: CERTAINTY };
}
