import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digitChoices, mrzCheckDigit, repairPart } from './mrz-check.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

it('one wrong digit is always caught', () => {
  fc.assert(
    fc.property(digits(6), fc.nat(5), fc.integer({ min: 1, max: 9 }), (part, at, step) => {
      const wrong = part.slice(0, at) + String((Number(part[at]) + step) % 10) + part.slice(at + 1);
      // 7, 3 and 1 have no factor in common with 10
      expect(mrzCheckDigit(wrong)).not.toBe(mrzCheckDigit(part));
      expect(repairPart(wrong, mrzCheckDigit(part), digitChoices)).toBeNull();
    }),
  );
});

it('one digit that was taken for the letter it looks like is put right', () => {
  const LETTERS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 7: 'T', 8: 'B' };
  fc.assert(
    fc.property(digits(6), fc.nat(5), (part, at) => {
      const letter = LETTERS[part[at] ?? ''];
      if (!letter) return;
      const found = repairPart(part.slice(0, at) + letter + part.slice(at + 1), mrzCheckDigit(part), digitChoices);
      expect(found).toEqual({ text: part, changes: 0 });
    }),
  );
});
