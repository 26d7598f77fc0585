import { wilsonInterval } from '#lib/document/statistics/wilson-interval.ts';

/** What rounding of floats leaves of 0 and 1. */
const NEXT_TO_NOTHING = 1e-9;

/** A share of a whole as per cent, e.g. `2.6 %` or `13 %`; `–` where there is nothing to divide by. Written as `percentNumber` does. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? '–' : `${percentNumber(part / whole)} %`;
}

/** Where a share lies with 95 % confidence (Wilson), each bound written as a share is: `0–2.6 %`, `8.4–13 %`. Empty where there is nothing to divide by. */
export function intervalWords(part: number, whole: number): string {
  if (whole === 0) return '';
  const { low, high } = wilsonInterval(part, whole);
  const [from, to] = [percentNumber(low), percentNumber(high)];
  return `${from === to ? from : `${from}–${to}`} %`;
}

/**
 * Per cent without the sign: whole ones, below 10 with one place after the point. Only nothing reads 0 and only everything 100; what is nearly
 * so reads `<0.1` and `>99`.
 */
function percentNumber(share: number): string {
  if (share < NEXT_TO_NOTHING) return '0';
  if (share > 1 - NEXT_TO_NOTHING) return '100';
  const percent = share * 100;
  const tenths = Math.round(percent * 10) / 10;
  if (tenths === 0) return '<0.1';
  if (tenths < 10) return tenths.toFixed(1);
  const whole = Math.round(percent);
  return whole === 100 ? '>99' : String(whole);
}
