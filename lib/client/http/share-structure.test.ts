import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { parseAnswer, shareStructure } from './share-structure.ts';

test('a field called __proto__ stays in what is shown, and what did not change stays the same object', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { structuralSharing: shareStructure } } });
  const fetched = async (text: string) => {
    await client.fetchQuery({ queryKey: ['x'], queryFn: () => parseAnswer(text), staleTime: 0 });
    return client.getQueryData(['x']);
  };
  for (const value of [1, 2]) {
    const seen = await fetched(`{"fields": {"__proto__": {"value": ${value}}, "constructor": {"value": 3}}}`);
    expect(JSON.stringify(seen)).toBe(`{"fields":{"__proto__":{"value":${value}},"constructor":{"value":3}}}`);
  }
  const plain = (await fetched('{"a": {"b": 1}, "c": 1}')) as { a: object };
  expect(((await fetched('{"a": {"b": 1}, "c": 2}')) as { a: object }).a).toBe(plain.a);
  expect(parseAnswer('<html>')).toBeUndefined();
});
