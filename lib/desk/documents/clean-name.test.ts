import { expect, test } from 'vitest';
import { cleanFolder, cleanName } from './clean-name.ts';

test('path parts are taken off a name', () => {
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('C:\\Users\\me\\invoice.pdf')).toBe('invoice.pdf');
  expect(cleanName('/absolute.txt')).toBe('absolute.txt');
});

test('control characters and marks that turn the writing direction are taken out', () => {
  expect(cleanName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe');
  expect(cleanName('a\u0000b\nc\u0085.pdf')).toBe('abc.pdf');
  expect(cleanName('\u2066\u200Fعقد.pdf\u2069')).toBe('عقد.pdf');
});

test('names in any script stay as they are', () => {
  for (const name of ['Müller & Söhne – März.pdf', '請求書.pdf', 'חשבונית.pdf', 'फ़ाइल.pdf', 'a=b;c"d.txt', '👩‍👧.png'])
    expect(cleanName(name)).toBe(name);
});

test('a name with nothing in it gets one', () => {
  for (const name of ['', '   ', '..', '.', 'a/..', '\u202E']) expect(cleanName(name)).toBe('Unnamed document');
});

test('a long name is cut and keeps its ending', () => {
  const name = cleanName(`${'é'.repeat(300)}.pdf`);
  expect([...name]).toHaveLength(255);
  expect(name.endsWith('é.pdf')).toBe(true);
});

test('a folder never leads up or to a root', () => {
  expect(cleanFolder('2026/march')).toBe('2026/march');
  expect(cleanFolder('/../a/./b//..\\c/')).toBe('a/b/c');
  expect(cleanFolder('')).toBe('');
  expect(cleanFolder('x'.repeat(3000))).toHaveLength(1024);
});
