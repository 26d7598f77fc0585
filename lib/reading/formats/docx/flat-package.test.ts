import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { openFlatPackage } from './flat-package.ts';

const textOf = async (xml: string, name: string) => Buffer.from(await openFlatPackage(strToU8(xml)).read(name)).toString();

test('parts of XML and of bytes are found by their names', async () => {
  const xml =
    '<p:package><p:part p:name="/empty.xml"/><p:part p:name="/a.xml"><p:xmlData a="1"><w:t>x</w:t></p:xmlData></p:part ><p:part p:name="/b.bin"><p:binaryData>QUJD</p:binaryData></p:part></p:package>';
  expect(openFlatPackage(strToU8(xml)).names).toEqual(['a.xml', 'b.bin']);
  expect([await textOf(xml, 'a.xml'), await textOf(xml, '/B.BIN')]).toEqual(['<w:t>x</w:t>', 'ABC']);
});

test.each([['<a:part>'], ['<a:part '], ['<a:part name="x"><a:xmlData>']])(
  'very many %s that never end are passed over in one go',
  async (piece) => {
    expect(openFlatPackage(strToU8(piece.repeat(100_000))).names).toEqual([]);
  },
);

test('contents that never end are an empty part', async () => {
  expect(await textOf(`<part name="a">${'<xmlData '.repeat(100_000)}</part>`, 'a')).toBe('');
});
