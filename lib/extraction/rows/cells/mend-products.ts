import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import { isProduct } from './fit-columns.ts';

/** Confidence of a figure that was worked out from others, or read anew so that the product fits. */
const MENDED = 0.8;
const MOST_PIECES = 999;

/** Names of the fields of a row that are quantity, unit price and total; empty for one that the schema lacks. */
type Roles = { quantity: string; price: string; total: string };

/**
 * Rows with quantity × price = total: those that fit are surer than others. Where the page was recognised from pixels, one figure
 * that does not fit is read anew (a rule line taken for a 1, a lost decimal sign), and a quantity that was not recognised is
 * worked out; each says so and points at the figures it came from.
 * @param notPrinted by row, the fields whose figure does not stand on the page as it is given
 */
export function mendProducts(
  rows: ExtractedRow[],
  notPrinted: readonly ReadonlySet<string>[],
  profiles: readonly FieldProfile[],
  recognised: boolean,
): ExtractedRow[] {
  const nameOf = (concept: string) => profiles.find((profile) => profile.concepts[0]?.id === concept)?.field.name ?? '';
  const roles = { quantity: nameOf('quantity'), price: nameOf('unit_price'), total: nameOf('line_total') };
  if (!roles.quantity || !roles.price || !roles.total) return rows;
  return rows.map((row, at) => {
    const mended = recognised ? readAnew(workOutQuantity(row, roles), roles) : row;
    // What was worked out or read anew says itself how sure it is.
    return judgeRow(mended, roles, (name) => mended[name] === row[name] && !notPrinted[at]?.has(name));
  });
}

function figuresOf(row: ExtractedRow, roles: Roles): [number, number, number] | null {
  const [a, b, c] = [row[roles.quantity]?.value, row[roles.price]?.value, row[roles.total]?.value];
  return typeof a === 'number' && typeof b === 'number' && typeof c === 'number' ? [a, b, c] : null;
}

function judgeRow(row: ExtractedRow, roles: Roles, isPrinted: (name: string) => boolean): ExtractedRow {
  const figures = figuresOf(row, roles);
  if (!figures) return row;
  const fits = isProduct(...figures);
  const out: ExtractedRow = { ...row };
  for (const name of [roles.quantity, roles.price, roles.total]) {
    const entry = row[name];
    if (entry && isPrinted(name)) out[name] = { ...entry, confidence: fits ? Math.max(entry.confidence, 0.97) : entry.confidence * 0.85 };
  }
  return out;
}

/** The quantity of a row that has price and total but whose quantity was not recognised. */
function workOutQuantity(row: ExtractedRow, roles: Roles): ExtractedRow {
  const [quantity, price, total] = [row[roles.quantity], row[roles.price], row[roles.total]];
  if (!quantity || quantity.value !== null || typeof price?.value !== 'number' || typeof total?.value !== 'number' || !price.value)
    return row;
  const count = Math.round(total.value / price.value);
  if (count < 1 || count > MOST_PIECES || !isProduct(count, price.value, total.value)) return row;
  const entry: ExtractedValue = {
    value: count,
    text: String(count),
    confidence: MENDED * Math.min(1, price.confidence + 0.2, total.confidence + 0.2),
    evidence: [...price.evidence, ...total.evidence],
    candidates: [],
    reason: 'worked out: the total divided by the unit price; no quantity was recognised',
  };
  return { ...row, [roles.quantity]: entry };
}

/** Other readings of recognised text: without a rule line read as 1 before it, and with a decimal sign that was lost. */
function otherReadings({ value, text }: ExtractedValue): number[] {
  if (typeof value !== 'number') return [];
  const out: number[] = [];
  const digits = String(Math.abs(value));
  if (/^1\d/.test(digits)) out.push(Number(digits.slice(1)));
  if (/^\D*\d{3,}\D*$/.test(text ?? '') && Number.isInteger(value)) out.push(Math.abs(value) / 100);
  return out.map((other) => (value < 0 ? -other : other));
}

/** A row whose product does not fit, with the one figure read anew that makes it fit; as it is when there is none or a choice. */
function readAnew(row: ExtractedRow, roles: Roles): ExtractedRow {
  const figures = figuresOf(row, roles);
  if (!figures || isProduct(...figures)) return row;
  const found: { name: string; value: number }[] = [];
  [roles.quantity, roles.price, roles.total].forEach((name, at) => {
    const entry = row[name];
    for (const value of entry ? otherReadings(entry) : []) {
      const changed = figures.map((figure, index) => (index === at ? value : figure)) as [number, number, number];
      if (isProduct(...changed)) found.push({ name, value });
    }
  });
  const [only] = found;
  const entry = only && row[only.name];
  if (!only || !entry || found.length > 1) return row;
  const reason = `read anew from “${entry.text ?? ''}”, so that quantity times price is the total`;
  return { ...row, [only.name]: { ...entry, value: only.value, confidence: MENDED, reason } };
}
