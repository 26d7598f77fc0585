import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatValue } from './format-value.ts';
import { parseValue } from './parse-value.ts';

describe('formatValue', () => {
  it('groups thousands without a sign that could be read as decimal', () => {
    expect(formatValue('money', 1234567.5)).toBe('1\u202f234\u202f567.50');
    expect(formatValue('integer', -12000)).toBe('-12\u202f000');
  });

  it('keeps the digits of a unit price beyond cents', () => {
    expect(formatValue('money', 67.2244)).toBe('67.2244');
  });

  it('writes money that parseValue reads back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(parseValue('money', formatValue('money', cents / 100))).toBeCloseTo(cents / 100, 6);
      }),
    );
  });

  it('writes integers that parseValue reads back', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(parseValue('integer', formatValue('integer', value))).toBe(value);
      }),
    );
  });
});
