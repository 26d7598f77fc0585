import { expect, test } from 'vitest';
import { statedCharacters } from './stated-characters.ts';
import { countedField, integerField, writeFields } from './wire-fields.ts';

const entry = (key: string, value: string) => countedField(14, writeFields([countedField(1, key), countedField(2, value)]));

test('the characters that a network states in its metadata are found among other entries', () => {
  const network = writeFields([integerField(1, 8), entry('author', 'somebody'), entry('character', 'a\nb\nß')]);
  expect(statedCharacters(network)).toBe('a\nb\nß');
});

test('a network that states no characters has none', () => {
  expect(statedCharacters(writeFields([integerField(1, 8), entry('author', 'somebody')]))).toBeNull();
});
