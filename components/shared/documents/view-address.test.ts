import { expect, test } from 'vitest';
import { viewAddress } from './view-address.ts';

test('a view has the address that the list itself gives it', () => {
  expect(viewAddress({})).toBe('/documents');
  expect(viewAddress({ tab: 'failed', q: 'a b', assigned: 'me' })).toBe('/documents?tab=failed&q=a+b&assigned=me');
  const fields = viewAddress({ schema: 's1', where: ['total:above:5', 'name:contains:x'], columns: ['total', 'name'] });
  expect(new URL(fields, 'http://desk').searchParams.getAll('where')).toEqual(['total:above:5', 'name:contains:x']);
  expect(new URL(fields, 'http://desk').searchParams.get('columns')).toBe('total,name');
});
