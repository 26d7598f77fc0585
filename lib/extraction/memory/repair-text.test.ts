import { expect, it } from 'vitest';
import { foldText } from '#lib/document/values/fold-text.ts';
import { repairText } from './repair-text.ts';

/** All words badly recognised. */
const doubtful = (text: string) => new Set(text.split(' ').map((word) => foldText(word).replace(/[^\p{L}\p{N}]+/gu, '')));
const repair = (text: string) => repairText(text, KNOWN, doubtful(text));
const KNOWN = ['Lot 12, Jalan Kapar, Mukim Kapar 42100 Klang', 'MILLERS & SONS LTD'];

it('puts words right that are a remembered word with slips of recognition', () => {
  expect(repair('Lot 12, Jalan Kafar, Mukin Kapar 42100 K1ang')).toMatchObject({
    text: 'Lot 12, Jalan Kapar, Mukim Kapar 42100 Klang',
    repairs: 3,
    known: 1,
  });
  expect(repair('M1LLERS & S0NS LTD').text).toBe('MILLERS & SONS LTD');
});

it('leaves other figures, other words and short words as they are', () => {
  for (const text of ['Lot 13, Jalan Kapar 42180 Klang', 'Jalan Besar', 'SONG', 'Lot 12']) expect(repair(text).text).toBe(text);
});

it('says how much of a text is known', () => {
  expect(repair('Jalan Kapar')).toMatchObject({ repairs: 0, known: 1 });
  expect(repair('Jalan Unheard').known).toBe(0.5);
});
