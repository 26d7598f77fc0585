import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findJsonFault } from './find-json-fault.ts';
import { findLostNumber } from './find-lost-number.ts';
import { JsonError, readJson } from './read-json.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON from outside', () => {
  it('is taken as it is: names that every object has, numbers in any notation, deep enough for anybody', () => {
    const text = '{"__proto__": {"constructor": [1.0, 1e2, -0.5, 9007199254740991]}, "text": "1e400 \\" 9007199254740993"}';
    expect(readJson(text)).toEqual(JSON.parse(text));
    expect(Object.keys(readJson(text) as object)).toEqual(['__proto__', 'text']);
    expect(readJson(nested(64))).toEqual(JSON.parse(nested(64)));
  });

  it.each([
    ['text that is no JSON', '{"a":', false, /not JSON/],
    ['65 levels', nested(65), true, /more than 64 levels/],
    ['a million levels', nested(1_000_000), true, /more than 64 levels/],
    ['an integer beyond 2^53', '{"id": 9007199254740993}', true, /9007199254740993 cannot be kept exactly/],
    ['a number beyond a double', '[1e400]', true, /1e400/],
    ['a number below a double', '[-1e-400]', true, /-1e-400/],
    ['more digits than a double has', '[3.14159265358979323846]', true, /3\.14159/],
    ['NUL', '["\\u0000"]', true, /NUL/],
    ['an incomplete character in a key', '{"\\ud83d": 1}', true, /an incomplete character/],
  ])('is refused with the reason: %s', (_name, text, isJson, reason) => {
    const error = (() => {
      try {
        return readJson(text);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(JsonError);
    expect(error).toMatchObject({ isJson, message: expect.stringMatching(reason) });
  });

  it('may have so many keys, wherever they are', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_key, at) => [`k${at}`, at]));
    expect(findJsonFault([keys(250), { inner: keys(249) }], { depth: 64, keys: 500 })).toBeNull();
    expect(findJsonFault([keys(250), { inner: keys(250) }], { depth: 64, keys: 500 })).toMatch(/more than 500 keys/);
  });
});

test('a number is lost exactly when it comes back as another', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => findLostNumber(JSON.stringify(value)) === null));
  // what a decimal library would say: the digits that come back, compared as integers
  const digits = fc.tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(digits, ([whole, zeros]) => {
      const text = `${whole}${'0'.repeat(whole === 0n ? 0 : zeros)}`;
      expect(findLostNumber(`{"a": [${text}]}`) === null).toBe(BigInt(shortest(Number(text))) === BigInt(text));
    }),
  );
});

/** A whole number as JavaScript writes it, without an exponent. */
function shortest(number: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(String(number)) ?? [];
  return sign + whole + fraction + '0'.repeat(Number(exponent) - fraction.length);
}
