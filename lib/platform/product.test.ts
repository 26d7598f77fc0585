import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRODUCT } from './product.ts';

test('the product names the version of its package', () => {
  expect(PRODUCT.version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});
