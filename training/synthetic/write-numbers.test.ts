import { expect, it } from 'vitest';
import { isTaxNumber } from '#lib/document/values/tax-number.ts';
import { createRandom } from '../learning/random.ts';
import { DocumentWriter } from './document-writer.ts';
import { writeNumbers } from './write-numbers.ts';

it('prints numbers with right check digits and asks for some of them', () => {
  const asked = new Map<string, string[]>();
  for (let seed = 0; seed < 120; seed++) {
    const writer = new DocumentWriter(createRandom(seed * 31 + 5), { width: 595, height: 842, recognised: false });
    writeNumbers(writer);
    const printed = writer.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
    for (const [name, value] of Object.entries(writer.truth)) {
      expect(printed).toContain(String(value));
      asked.set(name, [...(asked.get(name) ?? []), String(value)]);
    }
  }
  const numbers = asked.get('siret') ?? [];
  expect(numbers.length).toBeGreaterThan(0);
  for (const number of numbers) expect(isTaxNumber('siret', number)).toBe(true);
  for (const number of asked.get('codice_fiscale') ?? []) expect(isTaxNumber('fiscal_code', number)).toBe(true);
});
