// What test files need besides themselves, told by what they import: a database server, the programs in dist/.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

const DATABASE = 'lib/platform/database/testing/test-database.ts';
/** A file that names dist/ starts one of the programs there. */
const NAMES_DIST = /['"`/]dist['"`/]/;

/**
 * @param {readonly string[]} files paths of test files
 * @returns {Promise<Map<string, { database: boolean, programs: boolean }>>} by path below the root
 */
export async function findTestNeeds(files) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => path.relative(root, path.resolve(root, file))),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'silent',
    loader: { '.css': 'empty' },
  });
  const startsProgram = new Map(
    Object.keys(metafile.inputs).map((file) => [
      file,
      /\.tsx?$/.test(file) && NAMES_DIST.test(readFileSync(path.join(root, file), 'utf8')),
    ]),
  );
  const needs = new Map();
  for (const file of files.map((one) => path.relative(root, path.resolve(root, one)))) {
    const seen = new Set([file]);
    for (const one of seen) for (const { path: next, external } of metafile.inputs[one]?.imports ?? []) if (!external) seen.add(next);
    needs.set(file, { database: seen.has(DATABASE), programs: [...seen].some((one) => startsProgram.get(one)) });
  }
  return needs;
}
