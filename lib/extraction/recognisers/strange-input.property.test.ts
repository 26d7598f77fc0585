import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCheckedCodes } from './find-checked-codes.ts';
import { findMrz } from './find-mrz.ts';
import { parseBarcode } from './parse-barcode.ts';

const sign = fc.constantFrom(...'<<<<0123456789MFXPIDOSB ', '\n', 'ANSI 636000', 'BCD\n002\n', 'SPC\n0200\n', 'DL', 'DAQ');
const text = fc.oneof(
  fc.string(),
  fc.array(sign, { maxLength: 80 }).map((signs) => signs.join('')),
);

it('strange text is no code, or one, and never an error', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (lines) => {
      expect(Array.isArray(findMrz(lines, new Set()))).toBe(true);
      for (const line of lines) expect(Array.isArray([...parseBarcode(line), ...findCheckedCodes(line)])).toBe(true);
    }),
  );
});

it('long lines take no time', () => {
  const began = performance.now();
  for (const long of [
    '<'.repeat(100_000),
    '8001014F2501017'.repeat(6_000),
    'A1'.repeat(50_000),
    `ANSI 636000090002DL${'D'.repeat(100_000)}`,
  ]) {
    findMrz([long, long], new Set());
    parseBarcode(long);
    findCheckedCodes(long);
  }
  expect(performance.now() - began).toBeLessThan(10_000);
});
