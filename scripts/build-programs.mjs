// Bundles every program that runs outside Next (TypeScript to one ES module each) into dist/:
// programs/NAME.ts and training/NAME.ts → NAME.mjs · bench/TOPIC/NAME.ts → bench-NAME.mjs
// lib/ROOM/CHILD.ts → ROOM-CHILD.mjs for child.ts and *-child.ts
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { hashSources } from './hash-sources.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['package.json', 'package-lock.json', 'scripts/build-programs.mjs', 'lib', 'app', 'programs', 'bench', 'training'];
const STAMP = path.join(root, 'dist', 'stamp');

/** What the programs of a topic share lies one folder deeper, or in `bench/product`. */
const BENCH_PROGRAM = /^bench\/(desk|extraction|operations|reading)\/[^/]+(?<!\.test)\.ts$/;

function files(folder) {
  const top = path.join(root, folder);
  return existsSync(top) ? readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)) : [];
}

function entryPoints() {
  const entries = {};
  const add = (name, file) => {
    if (entries[name]) throw new Error(`${entries[name]} and ${file} would both be built to ${name}.mjs.`);
    entries[name] = file;
  };
  for (const folder of ['programs', 'training'])
    for (const file of files(folder)) if (/^[^/]+\/[^/]+(?<!\.test)\.ts$/.test(file)) add(path.basename(file, '.ts'), file);
  for (const file of files('bench')) if (BENCH_PROGRAM.test(file)) add(`bench-${path.basename(file, '.ts')}`, file);
  for (const file of files('lib')) {
    const match = /^lib\/([^/]+)\/(?:.*\/)?((?:[a-z-]+-)?child)\.ts$/.exec(file);
    if (match) add(`${match[1]}-${match[2]}`, file);
  }
  return entries;
}

/**
 * Builds all programs into `dist/`, unless nothing changed since they were built.
 * @param {{ tolerant?: boolean }} [options] tolerant: one that does not build is reported and left out, the others are built
 */
export async function buildPrograms(options = {}) {
  const hash = hashSources(root, SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  rmSync(STAMP, { force: true });
  const entries = entryPoints();
  try {
    await buildEntries(entries, options.tolerant ? 'silent' : 'warning');
    writeFileSync(STAMP, hash);
  } catch (error) {
    if (!options.tolerant) throw error;
    for (const [name, file] of Object.entries(entries)) {
      await buildEntries({ [name]: file }, 'silent').catch(() => console.warn(`not built: ${file}`));
    }
  }
}

async function buildEntries(entryPoints, logLevel) {
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    logLevel,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPrograms();
