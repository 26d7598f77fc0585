import { expect, test } from 'vitest';
import { unitAskedFor, unitBehind } from './measures.ts';

test('a field asks for a unit by the last word of its name or label, or by its description', () => {
  expect(unitAskedFor('load kg', { label: '' })).toBe('kilogram');
  expect(unitAskedFor('boom length', { label: 'Length (m)' })).toBe('metre');
  expect(unitAskedFor('load', { label: 'Ladung in Tonnen' })).toBe('tonne');
  expect(unitAskedFor('load', { label: '', description: 'How heavy it is, in kilograms' })).toBe('kilogram');
  expect(unitAskedFor('load', { label: '', description: 'Distance driven (miles)' })).toBe('mile');
});

test('what is reckoned by a unit is not measured in it, and a letter alone is no unit', () => {
  expect(unitAskedFor('fee per km', { label: '' })).toBe(null);
  expect(unitAskedFor('part t', { label: '' })).toBe(null);
  expect(unitAskedFor('load', { label: '', description: 'What the crane lifts' })).toBe(null);
});

test('a unit is read right behind a figure in any language, and not out of the beginning of a word or of a rate', () => {
  for (const [text, unit] of [
    [' kg netto', 'kilogram'],
    ['kWh', 'kilowatt_hour'],
    ['-month lease', 'month'],
    [' Stunden', 'hour'],
    [' godzin', 'hour'],
    [' jours ouvrés', 'day'],
    [' cm³', 'cubic_centimetre'],
  ] as const)
    expect(unitBehind(text), text).toBe(unit);
  for (const text of [' kgx', ' Tower', ' to 10 days', ' monthly', ' / kg', ' and', '']) expect(unitBehind(text), text).toBe(null);
});
