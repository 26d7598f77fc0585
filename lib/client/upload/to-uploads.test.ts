import { fromEvent } from 'file-selector';
import type { FileWithPath } from 'react-dropzone';
import { expect, test } from 'vitest';
import { toUploads } from './to-uploads.ts';

type Entry = { isFile: boolean; isDirectory: boolean; name: string; [more: string]: unknown };

/** An entry of a dropped folder, as browsers give it: at most a hundred at a time. */
function entryOf(name: string, inside: Entry[] | null, above = ''): Entry {
  const fullPath = `${above}/${name}`;
  if (!inside)
    return { isFile: true, isDirectory: false, name, fullPath, file: (give: (file: File) => void) => give(new File(['x'], name)) };
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath,
    createReader: () => {
      const left = [...inside];
      return { readEntries: (give: (some: Entry[]) => void) => queueMicrotask(() => give(left.splice(0, 100))) };
    },
  };
}

const dropOf = async (...entries: Entry[]) => {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => (entry.isFile ? new File(['x'], entry.name) : null),
  }));
  return toUploads((await fromEvent({ type: 'drop', dataTransfer: { items, files: [] } })) as FileWithPath[]);
};

const named = (uploads: ReturnType<typeof toUploads>) => uploads.map(({ file, folder }) => [file.name, folder]);

test('dropped files keep the folders they came with, and what file managers leave there is left out', async () => {
  const march = entryOf(
    'march',
    [entryOf('b.pdf', null, '/2026/march'), entryOf('.DS_Store', null, '/2026/march'), entryOf('desktop.ini', null, '/2026/march')],
    '/2026',
  );
  const uploads = await dropOf(entryOf('a.pdf', null), entryOf('2026', [march, entryOf('c.pdf', null, '/2026')]));
  expect(named(uploads)).toEqual([
    ['a.pdf', ''],
    ['b.pdf', '2026/march'],
    ['c.pdf', '2026'],
  ]);
});

test('a dropped folder of thousands of files arrives whole, an empty one gives nothing', async () => {
  const many = Array.from({ length: 2_345 }, (_, index) => entryOf(`${index}.txt`, null, '/many'));
  const uploads = await dropOf(entryOf('many', many), entryOf('empty', []));
  expect(uploads).toHaveLength(2_345);
  expect(new Set(uploads.map(({ folder }) => folder))).toEqual(new Set(['many']));
});

test('the files of a chosen folder keep its path, those chosen singly have none', async () => {
  const chosen = (name: string, webkitRelativePath: string) =>
    Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath });
  const files = [chosen('a.pdf', '2026/march/a.pdf'), chosen('Thumbs.db', '2026/Thumbs.db'), chosen('single.pdf', '')];
  expect(named(toUploads((await fromEvent({ target: { files } })) as FileWithPath[]))).toEqual([
    ['a.pdf', '2026/march'],
    ['single.pdf', ''],
  ]);
});
