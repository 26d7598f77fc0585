import { expect, test } from 'vitest';
import { leavesPage } from './leaves-page.ts';

const link = { written: '/audit', href: 'http://127.0.0.1:3000/audit', target: '', isDownload: false };

test('a link to another page ends the one that is open', () => {
  expect(leavesPage(link)).toBe(true);
  expect(leavesPage({ ...link, written: 'https://example.com/', href: 'https://example.com/' })).toBe(true);
});

test.each([
  ['a download', { ...link, isDownload: true }],
  ['a window of its own', { ...link, target: '_blank' }],
  ['a place on the page', { ...link, written: '#main', href: 'http://127.0.0.1:3000/documents#main' }],
  ['a letter', { ...link, written: 'mailto:a@example.com', href: 'mailto:a@example.com' }],
  ['a file made here', { ...link, written: 'blob:http://127.0.0.1:3000/1', href: 'blob:http://127.0.0.1:3000/1' }],
  ['another program', { ...link, written: 'tel:+441', href: 'tel:+441' }],
])('%s does not', (_, other) => {
  expect(leavesPage(other)).toBe(false);
});
