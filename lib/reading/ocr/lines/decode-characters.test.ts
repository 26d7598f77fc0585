import { describe, expect, it } from 'vitest';
import { createAlphabet } from '../networks/alphabet.ts';
import { decodeCharacters } from './decode-characters.ts';

const alphabet = createAlphabet('a\nb\n中\n');
// Classes: blank, a, b, 中, space.
const emissions = (...rows: number[][]) => ({ values: Float32Array.from(rows.flat()), steps: rows.length, classes: 5 });
const texts = (...rows: number[][]) => decodeCharacters(emissions(...rows), alphabet, false).map(({ text }) => text);

const A = [0.1, 0.9, 0, 0, 0];
const B = [0.2, 0, 0.8, 0, 0];
const BLANK = [0.9, 0, 0, 0, 0.1];

describe('decodeCharacters', () => {
  it('joins a character held over steps and keeps one repeated after a blank', () => {
    expect(texts(A, A, B)).toEqual(['a', 'b']);
    expect(texts(A, BLANK, A)).toEqual(['a', 'a']);
  });

  it('remembers steps, the best probability, and how likely a space was before the character', () => {
    const [a, b] = decodeCharacters(emissions(A, [0, 0.95, 0.05, 0, 0], [0.6, 0, 0, 0, 0.4], B), alphabet, false);
    expect(a).toMatchObject({ first: 0, last: 1, probability: expect.closeTo(0.95, 5), space: 0 });
    expect(b).toMatchObject({ first: 3, last: 3, space: expect.closeTo(0.4, 5) });
  });

  it('chooses among Latin characters only, when told so', () => {
    const unsure = [0.05, 0.3, 0.05, 0.6, 0];
    expect(texts(unsure)).toEqual(['中']);
    expect(decodeCharacters(emissions(unsure), alphabet, true)).toMatchObject([{ text: 'a', probability: expect.closeTo(0.3, 5) }]);
  });
});
