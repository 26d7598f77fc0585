import { describe, expect, it } from 'vitest';
import { unsureStretch } from './read-lines-again.ts';

const line = (...confidences: number[]) =>
  confidences.map((confidence, index) => ({ text: 'x', confidence, left: index, right: index + 1 }));

describe('unsureStretch', () => {
  it('goes from the word before the first unsure one to the word after the last', () => {
    expect(unsureStretch(line(0.99, 0.99, 0.5, 0.99, 0.7, 0.99, 0.99))).toEqual({ start: 1, end: 6 });
  });

  it('stays within the line, and is empty when all words are sure', () => {
    expect(unsureStretch(line(0.4, 0.99, 0.99))).toEqual({ start: 0, end: 2 });
    expect(unsureStretch(line(0.99, 0.4))).toEqual({ start: 0, end: 2 });
    expect(unsureStretch(line(0.99, 0.95))).toEqual({ start: 0, end: 0 });
  });
});
