import type { Alphabet } from '../networks/alphabet.ts';

/**
 * A character as the recogniser emitted it: `first` to `last` are the time steps it held (inclusive), `space` is the
 * largest probability of a space in the steps since the character before it.
 */
export type Character = { text: string; probability: number; first: number; last: number; space: number };

/** Probabilities per time step and class, row by row: `steps` rows of `classes` values. */
export type Emissions = { values: Float32Array; steps: number; classes: number };

/**
 * Greedy CTC decoding: the best class of each step, repeats joined, blanks dropped. Spaces are not emitted as characters,
 * their probability is kept with the character that follows. With `latinOnly` only the alphabet's Latin classes compete.
 */
export function decodeCharacters(emissions: Emissions, alphabet: Alphabet, latinOnly: boolean): Character[] {
  const { values, steps, classes } = emissions;
  const characters: Character[] = [];
  let previous = 0;
  let space = 0;
  for (let step = 0; step < steps; step++) {
    const row = values.subarray(step * classes, (step + 1) * classes);
    const best = latinOnly ? bestOf(row, alphabet) : bestOfAll(row);
    const probability = row[best]!;
    if (best !== 0 && best !== alphabet.space) {
      const held = best === previous ? characters.at(-1) : undefined;
      if (held === undefined) {
        characters.push({ text: alphabet.characters[best] ?? '', probability, first: step, last: step, space });
        space = 0;
      } else {
        held.last = step;
        held.probability = Math.max(held.probability, probability);
      }
    } else {
      space = Math.max(space, row[alphabet.space]!);
    }
    previous = best;
  }
  return characters;
}

function bestOfAll(row: Float32Array): number {
  let best = 0;
  for (let index = 1; index < row.length; index++) if (row[index]! > row[best]!) best = index;
  return best;
}

function bestOf(row: Float32Array, alphabet: Alphabet): number {
  let best = row[alphabet.space]! > row[0]! ? alphabet.space : 0;
  for (const index of alphabet.latin) if (row[index]! > row[best]!) best = index;
  return best;
}
