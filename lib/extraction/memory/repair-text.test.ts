import { expect, it } from 'vitest';
import { repairText } from './repair-text.ts';

const KNOWN = ['Lot 12, Jalan Kapar, Mukim Kapar 42100 Klang', 'MILLERS & SONS LTD'];

it('puts words right that are a remembered word with slips of recognition', () => {
  expect(repairText('Lot 12, Jalan Kafar, Mukin Kapar 42100 K1ang', KNOWN)).toMatchObject({
    text: 'Lot 12, Jalan Kapar, Mukim Kapar 42100 Klang',
    repairs: 3,
    known: 1,
  });
  expect(repairText('M1LLERS & S0NS LTD', KNOWN).text).toBe('MILLERS & SONS LTD');
});

it('leaves other figures, other words and short words as they are', () => {
  for (const text of ['Lot 13, Jalan Kapar 42180 Klang', 'Jalan Besar', 'SONG', 'Lot 12']) expect(repairText(text, KNOWN).text).toBe(text);
});

it('says how much of a text is known', () => {
  expect(repairText('Jalan Kapar', KNOWN)).toMatchObject({ repairs: 0, known: 1 });
  expect(repairText('Jalan Unheard', KNOWN).known).toBe(0.5);
});
