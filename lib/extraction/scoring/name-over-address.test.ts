import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { createExtractionContext } from './extraction-context.ts';
import { isOfTwoAddresses } from './name-over-address.ts';

const place = fieldSchema.parse({ name: 'depot_address', type: 'string', format: 'address' });

function blocks(lines: string[]): [string, boolean][] {
  const context = createExtractionContext(readingOfLines([lines]), [place]);
  return context.pool.candidates.filter(({ kind }) => kind === 'block').map((block) => [block.text, isOfTwoAddresses(context, block)]);
}

test('lines that hold the ends of two addresses are no one address, those of one are', () => {
  const found = new Map(blocks(['9 Cooper Lane', 'Mossford, OH 43001', '12000 Weir Road', 'Elmstead, OH 43117']));
  expect(found.get('9 Cooper Lane Mossford, OH 43001 12000 Weir Road Elmstead, OH 43117')).toBe(true);
  expect(found.get('9 Cooper Lane Mossford, OH 43001')).toBe(false);
  expect(found.get('12000 Weir Road Elmstead, OH 43117')).toBe(false);
});
