import { expect, test } from 'vitest';
import { readColumn } from './read-column.ts';

async function readAll(text: string, place: number, size: number): Promise<string[]> {
  const chunks = (async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const values: string[] = [];
  for await (const value of readColumn(chunks, place)) values.push(value);
  return values;
}

test.each([1, 2, 3, 7, 1000])('a column is read wherever the bytes are parted (%i at a time)', async (size) => {
  const rows = 'a1\tb1\tc1\n\tb2\t\na3\t\tZoë\n';
  expect(await readAll(rows, 0, size)).toEqual(['a1', '', 'a3']);
  expect(await readAll(rows, 1, size)).toEqual(['b1', 'b2', '']);
  expect(await readAll('one\ntwo\n', 0, size)).toEqual(['one', 'two']);
  expect(await readAll('', 0, size)).toEqual([]);
});

test('a long row costs no more than its length', async () => {
  const row = Buffer.alloc(64 * 1024, 'x');
  let parts = 0;
  const chunks = (async function* () {
    yield Buffer.from('wanted\t');
    // copied anew with every part, this row of 256 MB would be half a terabyte
    for (; parts < 4096; parts += 1) yield row;
    yield Buffer.from('\n');
  })();
  const values: string[] = [];
  for await (const value of readColumn(chunks, 0)) values.push(value);
  expect([values, parts]).toEqual([['wanted'], 4096]);
});
