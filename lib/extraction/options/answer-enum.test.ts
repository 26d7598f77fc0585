import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { answerEnum } from './answer-enum.ts';

const optionOf = (name: string, options: string[], ...lines: string[]) =>
  answerEnum(createExtractionContext(readingOfLines([lines]), [fieldSchema.parse({ name, type: 'enum', enum: options })]), 0).value;

it('reads letters behind the label that begin one option, and no others', () => {
  expect(optionOf('sex', ['female', 'male'], 'Sex: F')).toBe('female');
  expect(optionOf('sex', ['female', 'male'], 'Part F of the form')).toBeNull();
  expect(optionOf('shift', ['day', 'dawn'], 'Shift: D')).toBeNull();
});

it('takes an option for all the rest only behind the label', () => {
  const options = ['cash', 'other'];
  expect(optionOf('payment', options, 'We help with other matters as well.')).toBeNull();
  expect(optionOf('payment', options, 'Payment: other')).toBe('other');
});

it.each([
  ['ostatní', 'Pomůžeme i v ostatní dny.', 'Payment: ostatní'],
  ['övrigt', 'I övrigt gäller avtalet.', 'Payment: övrigt'],
])('knows an option for all the rest in Czech and Swedish: %s', (rest, sentence, labelled) => {
  expect(optionOf('payment', ['cash', rest], sentence)).toBeNull();
  expect(optionOf('payment', ['cash', rest], labelled)).toBe(rest);
});
