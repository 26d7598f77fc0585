import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCheckedCodes, isContainerNumber, isIsin, isLei, isVin } from './find-checked-codes.ts';

const some = (signs: string, length: number) => fc.stringMatching(new RegExp(`^[${signs}]{${length}}$`));

/** The code with the check digits that make it right, or null for none. */
function complete(isRight: (code: string) => boolean, make: (check: string) => string, length: number): string | null {
  for (let check = 0; check < 10 ** length; check++) {
    const code = make(String(check).padStart(length, '0'));
    if (isRight(code)) return code;
  }
  return null;
}

const KINDS = [
  ['an ISIN', isIsin, some('0-9', 9).map((body) => complete(isIsin, (check) => `DE${body}${check}`, 1))],
  ['a container number', isContainerNumber, some('0-9', 6).map((body) => complete(isContainerNumber, (check) => `UTOU${body}${check}`, 1))],
  ['an LEI', isLei, some('0-9', 12).map((body) => complete(isLei, (check) => `9999UT${body}${check}`, 2))],
  ['a VIN', isVin, some('0-9', 8).map((body) => complete(isVin, (check) => `1UT4567B${check}${body}`, 1))],
] as const;

describe.each(KINDS)('%s', (_, isRight, codes) => {
  it('is found in running text, and not with one wrong digit', () => {
    fc.assert(
      fc.property(codes, fc.nat(5), fc.integer({ min: 1, max: 9 }), (code, back, step) => {
        if (code === null) return;
        const at = code.length - 1 - back;
        const wrong = code.slice(0, at) + String((Number(code[at]) + step) % 10) + code.slice(at + 1);
        expect(findCheckedCodes(`See ${code}, as agreed.`).map(({ value }) => value)).toContain(code);
        expect(isRight(code)).toBe(true);
        // A container's remainder 10 counts as 0, and a vehicle's digit steps by 11: these alone let some pass.
        if (isRight !== isContainerNumber) expect(isRight(wrong)).toBe(false);
      }),
    );
  });
});

it('published examples are right', () => {
  expect(isIsin('US0378331005')).toBe(true);
  expect(isVin('1M8GDM9AXKP042788')).toBe(true);
  expect(isContainerNumber('CSQU3054383')).toBe(true);
  expect(isLei('529900T8BM49AURSDO55')).toBe(true);
});

it('words and numbers of other forms are none', () => {
  expect(findCheckedCodes('DEUTSCHLAND1 INTERNATIONAL 20240101120000000 12345678901234567 ABCDEFGHJKLMNPRST')).toEqual([]);
});
