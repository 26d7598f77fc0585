// Bundles every program that runs outside Next (TypeScript to one ES module each) into dist/:
// programs/NAME.ts → NAME.mjs · lib/ROOM/CHILD.ts → ROOM-CHILD.mjs for child.ts and *-child.ts · bench/NAME.ts → bench-NAME.mjs
// Packs the networks of text recognition into dist/ocr-models.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function files(folder) {
  const top = path.join(root, folder);
  return existsSync(top) ? readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)) : [];
}

const PACK_MODELS = { 'pack-models': 'lib/reading/ocr/networks/pack-models.ts' };

function entryPoints() {
  const entries = { ...PACK_MODELS };
  for (const file of files('programs')) if (/^programs\/[^/]+(?<!\.test)\.ts$/.test(file)) entries[path.basename(file, '.ts')] = file;
  for (const file of files('bench')) if (/^bench\/[^/]+(?<!\.test)\.ts$/.test(file)) entries[`bench-${path.basename(file, '.ts')}`] = file;
  for (const file of files('lib')) {
    const match = /^lib\/([^/]+)\/(?:.*\/)?((?:[a-z-]+-)?child)\.ts$/.exec(file);
    if (match) entries[`${match[1]}-${match[2]}`] = file;
  }
  return entries;
}

/**
 * Builds all programs into `dist/` (about 0.2 s), and packs the networks of text recognition where they are not yet (a second or two).
 * @param {{ tolerant?: boolean }} [options] tolerant: one that does not build is reported and left out, the others are built
 */
export async function buildPrograms(options = {}) {
  const entries = entryPoints();
  try {
    await buildEntries(entries, options.tolerant ? 'silent' : 'warning');
    await packModels();
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
 * Folds the networks of a folder, or of the installed package, into another; nothing is done when they are there already.
 * @param {string} [target] dist/ocr-models when absent
 * @param {string} [source]
 */
export async function packModels(target = path.join(root, 'dist', 'ocr-models'), source = undefined) {
  const program = await import(pathToFileURL(path.join(root, 'dist', 'pack-models.mjs')).href);
  return program.packModels(target, source);
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
