import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { createExtractionContext } from './extraction-context.ts';
import { shortList } from './short-list.ts';

/** Texts of the candidates that are looked at for a field on a page with many labelled lines. */
function listed(prints: Print[], field: { name: string; description?: string; type?: string }): string[] {
  const rest = Array.from(
    { length: 60 },
    (_, at): Print => ({ text: `Remark ${at}: Fill in part ${at} of form B`, x: 40, y: 150 + at * 11, size: 8 }),
  );
  const context = createExtractionContext(buildReading([[...prints, ...rest]]), [fieldSchema.parse({ type: 'string', ...field })]);
  return shortList(context, 0).map((index) => context.pool.candidates[index]?.text ?? '');
}

it('looks at what stands out at the head though nothing labels it', () => {
  expect(
    listed([{ text: 'Larch Analytical', x: 40, y: 40, size: 18 }], { name: 'issuer', description: 'House that wrote this' }),
  ).toContain('Larch Analytical');
});

it('looks at what says itself what it is', () => {
  expect(listed([{ text: 'Botany, Larch University, 2014', x: 40, y: 780, size: 8 }], { name: 'university' })).toContain(
    'Larch University',
  );
});

it('looks at a name that a bracket behind it explains', () => {
  const prints = [{ text: 'This is made between Oak Homes LLC (the “Landlord”) and Ann Lee (the “Tenant”).', x: 40, y: 780, size: 8 }];
  expect(listed(prints, { name: 'landlord', description: 'Name of the landlord' })).toContain('Oak Homes LLC');
});

it('gives no more candidates than it may, best labelled first', () => {
  const texts = listed([{ text: 'Batch: K-4471', x: 40, y: 40, size: 8 }], { name: 'batch_number' });
  expect(texts.length).toBeLessThanOrEqual(80);
  expect(texts[0]).toBe('K-4471');
});
