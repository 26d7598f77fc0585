// Bundles every program that runs outside Next (TypeScript to one ES module each) into dist/:
// programs/NAME.ts and training/NAME.ts → NAME.mjs · bench/TOPIC/NAME.ts → bench-NAME.mjs
// lib/ROOM/CHILD.ts → ROOM-CHILD.mjs for child.ts and *-child.ts
// Packs the networks of text recognition into dist/ocr-models.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, context } from 'esbuild';
import { hashSources } from './hash-sources.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['package.json', 'package-lock.json', 'scripts/build-programs.mjs', 'lib', 'app', 'programs', 'training', 'bench'];
const STAMP = path.join(root, 'dist', 'stamp');

/** What the programs of a topic share lies one folder deeper, or in `bench/product`. */
const BENCH_PROGRAM = /^bench\/(desk|extraction|operations|reading)\/[^/]+(?<!\.test)\.ts$/;

function files(folder) {
  const top = path.join(root, folder);
  return existsSync(top) ? readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)) : [];
}

const PACK_MODELS = { 'pack-models': 'lib/reading/ocr/networks/pack-models.ts' };

function entryPoints() {
  const entries = { ...PACK_MODELS };
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
 * Builds all programs into `dist/`, unless nothing changed since they were built, and packs the networks of text recognition where they are
 * not packed yet (a second or two).
 * @param {{ tolerant?: boolean }} [options] tolerant: one that does not build is reported and left out, the others are built
 */
export async function buildPrograms(options = {}) {
  const hash = hashSources(root, SOURCES);
  const entries = entryPoints();
  const areThere = Object.keys(entries).every((name) => existsSync(path.join(root, 'dist', `${name}.mjs`)));
  if (areThere && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  rmSync(STAMP, { force: true });
  try {
    await buildEntries(entries, options.tolerant ? 'silent' : 'warning');
    await packModels();
    writeFileSync(STAMP, hash);
  } catch (error) {
    if (!options.tolerant) throw error;
    for (const [name, file] of Object.entries(entries)) {
      await buildEntries({ [name]: file }, 'silent').catch(() => console.warn(`not built: ${file}`));
    }
    // without them they are folded by each process that loads them
    await packModels().catch((problem) => console.warn(`models not packed: ${problem.message}`));
  }
}

/**
 * Builds one TypeScript file that is no program of the product, e.g. a maker of test data.
 * @param {string} file its path below the project's folder
 * @returns {Promise<string>} where it was built
 */
export async function buildFile(file) {
  const name = file.replace(/\.ts$/, '').replaceAll('/', '-');
  await buildEntries({ [name]: file }, 'warning');
  return `dist/${name}.mjs`;
}

/**
 * Builds the product's programs whenever one of their sources changes, until this process ends. Only a program that came out
 * different is written, at one stroke, so that whoever watches `dist/` sees what changed and never half of it. A source that
 * does not build is reported; the last good program stays.
 * @param {{ folder?: string, entries?: Record<string, string> }} [options] of another project, for tests
 * @returns {Promise<() => Promise<void>>} how to end it
 */
export async function watchPrograms({ folder = root, entries = productEntries() } = {}) {
  const known = new Map();
  const write = {
    name: 'write-changed',
    setup({ onEnd }) {
      onEnd(({ outputFiles = [] }) => {
        // the map before the program that names it
        for (const { path: file, contents, hash } of outputFiles.sort((one) => (one.path.endsWith('.map') ? -1 : 1))) {
          if (known.get(file) === hash) continue;
          known.set(file, hash);
          writeFileSync(`${file}.new`, contents);
          renameSync(`${file}.new`, file);
        }
      });
    },
  };
  const watching = await context({ ...optionsFor(entries, 'warning'), absWorkingDir: folder, write: false, plugins: [write] });
  rmSync(path.join(folder, 'dist', 'stamp'), { force: true });
  await watching.watch();
  return () => watching.dispose();
}

/** The programs that the product runs, without those that measure or train. */
function productEntries() {
  return Object.fromEntries(Object.entries(entryPoints()).filter(([, file]) => /^(programs|lib)\//.test(file)));
}

/**
 * Folds the networks of a folder, or of the installed package, into another; nothing is done when they are there already.
 * @param {string} [target] dist/ocr-models when absent
 * @param {string} [source]
 */
export async function packModels(target = path.join(root, 'dist', 'ocr-models'), source = undefined) {
  const program = await import(pathToFileURL(path.join(root, 'dist', 'pack-models.mjs')).href);
  return program.packModels(target, source);
}

function optionsFor(entryPoints, logLevel) {
  return {
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
  };
}

async function buildEntries(entryPoints, logLevel) {
  await build(optionsFor(entryPoints, logLevel));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPrograms();
