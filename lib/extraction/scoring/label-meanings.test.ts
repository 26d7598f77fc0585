import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading } from '../testing/build-reading.ts';
import { createExtractionContext, type ExtractionContext } from './extraction-context.ts';

/** The context of lines with fields of these names. */
function contextOf(lines: readonly string[], names: readonly string[]): ExtractionContext {
  const prints = lines.map((text, at) => ({ text, x: 40, y: 40 + at * 16 }));
  return createExtractionContext(
    buildReading([prints]),
    names.map((name) => fieldSchema.parse({ name, type: 'string' })),
  );
}

/** How near in meaning what stands around a value is to each field. */
function meaningsOf(context: ExtractionContext, value: string): Float32Array {
  const at = context.pool.candidates.findIndex(({ text }) => text === value);
  return context.meaningsOf(at).best;
}

it('counts a label that a language lists for a field as one of its meaning, whatever was learned of its words', () => {
  const context = contextOf(['Rossi S.r.l.', 'C.F. RSSMRA85T10A562S', 'P.IVA 01234567897'], ['codice_fiscale', 'phone']);
  const [code = 0, phone = 0] = meaningsOf(context, 'RSSMRA85T10A562S');
  expect(code).toBeGreaterThan(0.9);
  expect(phone).toBeLessThan(0.3);
});

it('does not count a label that says only a part of a name, or more than it', () => {
  const context = contextOf(['Zonk grade of last year: A17-4'], ['zonk_grade']);
  expect(meaningsOf(context, 'A17-4')[0]).toBeLessThan(0.9);
});
