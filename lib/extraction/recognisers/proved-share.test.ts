import { describe, expect, it } from 'vitest';
import { SHARE } from '../answers/answer-checked.ts';
import { type Holder, makeCard, makePassport, makeShortCard } from '../testing/make-zone.ts';
import { findMrz } from './find-mrz.ts';
import type { Proof } from './recognised-value.ts';

/** Numbers 0 to 1 that are the same every time (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const next = random(9303);
const pick = <T>(list: ArrayLike<T>): T => list[Math.floor(next() * list.length)] as T;
const some = (signs: string, length: number) => Array.from({ length }, () => pick(signs)).join('');
const two = (most: number) => String(1 + Math.floor(next() * most)).padStart(2, '0');
const year = (first: number, years: number) => String((first + Math.floor(next() * years)) % 100).padStart(2, '0');
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function makeHolder(): Holder {
  return {
    surname: some(LETTERS, 3 + Math.floor(next() * 9)),
    given: pick([some(LETTERS, 5), `${some(LETTERS, 4)} ${some(LETTERS, 7)}`]),
    number: pick([some(LETTERS, 2) + some('0123456789', 7), some('0123456789', 9), some(`${LETTERS}0123456789`, 9), some('0123456789', 8)]),
    state: pick(['UTO', 'FRA', 'D', 'ESP', 'CHE', 'BRA', 'USA', 'GBR']),
    birth: year(40, 65) + two(12) + two(28),
    sex: pick(['M', 'F', '<'] as const),
    expiry: year(20, 15) + two(12) + two(28),
    personal: pick(['', some('0123456789', 11), some(`${LETTERS}0123456789`, 10)]),
  };
}

/** What recognition takes a sign for, mostly one that looks like it. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ O: '0Q', 0: 'OD8', I: '1', 1: 'I7', B: '8', 8: 'B3', S: '5', 5: 'S6', Z: '2', 2: 'Z', G: '6', 6: 'G5', 7: '1T', M: 'N', '<': 'KC' },
};

/** A line as a scan gives it: two in a hundred signs are taken for others, some fillers are lost or doubled, spaces come in. */
function scan(line: string): string {
  return [...line]
    .map((sign) => {
      const chance = next();
      if (chance < 0.017) return pick(LIKE[sign] ?? `${LETTERS}0123456789`);
      if (chance < 0.02) return pick(`${LETTERS}0123456789`);
      if (chance < 0.03) return sign === '<' ? pick(['', '<<']) : `${sign} `;
      return sign;
    })
    .join('');
}

describe('values of machine-readable zones with the errors of recognition', () => {
  const counts = new Map<Proof, { right: number; all: number }>();
  let [wanted, given] = [0, 0];
  for (let round = 0; round < 4000; round++) {
    const holder = makeHolder();
    const lines = pick([makePassport, makeCard, makeShortCard])(holder);
    const values = findMrz(lines.map(scan), new Set());
    const truth: Readonly<Record<string, string>> = {
      'Passport number': holder.number,
      'Document number': holder.number,
      Surname: holder.surname,
      'Given names': holder.given,
      Nationality: holder.state,
      'Issuing state': holder.state,
      Sex: holder.sex === '<' ? 'X' : holder.sex,
      'Date of birth': holder.birth,
      'Date of expiry': holder.expiry,
      'Personal number': holder.personal,
    };
    wanted += 8;
    for (const { labels, value, proof, kind } of values) {
      const right = truth[labels[0] ?? ''];
      if (right === undefined) continue;
      const text = kind === 'date' ? String(value).slice(2).replace(/-/g, '') : String(value);
      const count = counts.get(proof) ?? { right: 0, all: 0 };
      count.all++;
      if (text === right) count.right++;
      counts.set(proof, count);
      if (labels[0] !== 'Personal number') given++;
    }
  }

  it.each(['checked', 'repaired', 'listed', 'beside'] as const)('are right as often as a value that is %s is believed', (proof) => {
    const { right, all } = counts.get(proof) ?? { right: 0, all: 0 };
    expect(all).toBeGreaterThan(150);
    expect(right / all).toBeGreaterThanOrEqual(SHARE[proof] - 0.01);
  });

  it('are given more often than not', () => {
    expect(given / wanted).toBeGreaterThan(0.6);
  });
});
