import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Heavy, and of no use before a person has opened what needs it. */
const LATER = ['zod', 'recharts', 'react-dropzone'];

const ENTRIES = ['components/review/desk/review-screen.tsx', 'components/shell/app-frame.tsx'];

test('the review screen and its frame load without what only later parts need', async () => {
  const { metafile } = await build({
    entryPoints: ENTRIES,
    absWorkingDir: path.resolve(import.meta.dirname, '../../..'),
    outdir: 'never-written',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['next/*', 'react', 'react-dom'],
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const waiting = [...ENTRIES];
  const first = new Map<string, string | null>(waiting.map((file) => [file, null]));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { path: to, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (external || kind === 'dynamic-import' || first.has(to)) continue;
      first.set(to, file);
      waiting.push(to);
    }
  }
  expect(first.size).toBeGreaterThan(200);
  const heavy = [...first].filter(([file]) => LATER.some((name) => file.includes(`node_modules/${name}/`)));
  expect(heavy.map(([file, by]) => `${by} loads ${file}`)).toEqual([]);
});
