import { textKey } from '#lib/document/values/fold-text.ts';

/** True when a found value is the true one, as the sets' scorer sees it: texts by letters and digits, amounts to half a cent. */
export function equalValue(type: string, truth: unknown, value: unknown): boolean {
  if (truth === null || truth === undefined || value === null || value === undefined) return false;
  if (type === 'date') return String(truth).slice(0, 10) === value;
  if (type === 'money') return typeof truth === 'number' && typeof value === 'number' && Math.abs(truth - value) < 0.005;
  if (type === 'number' || type === 'integer' || type === 'percentage')
    return typeof truth === 'number' && typeof value === 'number' && Math.abs(truth - value) <= 1e-6 * Math.max(1, Math.abs(truth));
  if (typeof value === 'object') return false;
  const key = textKey(String(truth));
  return key !== '' && key === textKey(String(value));
}

/** Likeness of two texts, 0 to 1: one less the edit distance over the longer length. */
export function textLikeness(a: string, b: string): number {
  const x = textKey(a);
  const y = textKey(b);
  const most = Math.max(x.length, y.length);
  if (!most || Math.abs(x.length - y.length) > most * 0.4) return 0;
  let row = Array.from({ length: y.length + 1 }, (_, index) => index);
  for (let i = 1; i <= x.length; i++) {
    const next = [i];
    for (let j = 1; j <= y.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (x[i - 1] === y[j - 1] ? 0 : 1));
    row = next;
  }
  return 1 - (row[y.length] ?? most) / most;
}
