import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test('paths of ours stay as they are', () => {
  for (const path of ['/documents', '/documents?state=to_review&q=a%20b', '/documents/4c/split#page-2', '/', '/apiary'])
    expect(safePath(path)).toBe(path);
});

test.each([
  null,
  '',
  'documents',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/documents/..//evil.example',
  '/\u0000/evil.example',
  '/\u2028/evil.example',
  '/api/auth/company',
  '/./api/keys',
  '/sign-in?next=/documents',
  `/${'a'.repeat(1000)}`,
])('%j leads to the overview', (next) => {
  expect(safePath(next)).toBe('/overview');
});

test('nothing leads to another host, as a link, as a script sets it, or in a Location header', () => {
  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    '\r',
    '.',
    '..',
    '%09',
    '%2f',
    '%5c',
    '@',
    ':',
    'http:',
    '?',
    '#',
    'evil.example',
    ' ',
    '\u3002',
    'ſ',
  );
  const crafted = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        crafted,
        crafted.map((rest) => `/${rest}`),
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
      ),
      (next) => {
        const safe = safePath(next);
        const reached = new URL(safe, 'https://desk.example/sign-in?next=x');
        expect(reached.origin).toBe('https://desk.example');
        expect(reached.pathname.startsWith('//')).toBe(false);
        expect(reached.pathname.startsWith('/api/')).toBe(false);
        // what was cleaned once stays as it is
        expect(safePath(safe)).toBe(safe);
        expect(new Headers({ location: safe }).get('location')).toBe(safe);
      },
    ),
    { numRuns: 5_000 },
  );
});
