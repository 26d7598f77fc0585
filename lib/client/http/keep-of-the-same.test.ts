import { expect, test } from 'vitest';
import { keepOfTheSame } from './keep-of-the-same.ts';

test('an answer stays while the same subject is asked for something else', () => {
  const keep = keepOfTheSame(['documents', 'd1']);
  expect(keep('before', { queryKey: ['documents', 'd1', 'search', 'Larch'] })).toBe('before');
  expect(keepOfTheSame([{ schema: 's1', deployment: undefined }])('before', { queryKey: [{ schema: 's1' }] })).toBe('before');
});

test('the answer of one subject is never shown as that of another', () => {
  const keep = keepOfTheSame(['documents', 'd1']);
  expect(keep('before', { queryKey: ['documents', 'd2', 'search', 'Larch'] })).toBeUndefined();
  expect(keep('before', { queryKey: ['documents'] })).toBeUndefined();
  expect(keep('before', undefined)).toBeUndefined();
});
