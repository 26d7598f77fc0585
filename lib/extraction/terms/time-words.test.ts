import { expect, it } from 'vitest';
import { isCumulative } from './time-words.ts';

it.each(['YTD', 'Year to date', 'Jahressumme', 'Cumulé', 'Kumulativně', 'Od počátku roku', 'Ackumulerat'])(
  'knows figures that have added up since a year began by their heading: %s',
  (heading) => {
    expect(isCumulative(heading)).toBe(true);
  },
);

it.each(['Date', 'Jahr', 'Accumulator', 'Rok', 'Belopp'])('knows other headings from these: %s', (heading) => {
  expect(isCumulative(heading)).toBe(false);
});
