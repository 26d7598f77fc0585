// node scripts/run-file.mjs FILE.ts [arguments]: builds the programs and this one file, and runs it.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFile, buildPrograms } from './build-programs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [file = ''] = process.argv.splice(2, 1);
await buildPrograms({ tolerant: true });
const built = await buildFile(file);
process.argv[1] = path.join(root, built);
process.on('exit', () => {
  for (const name of [built, `${built}.map`]) rmSync(path.join(root, name), { force: true });
});
await import(pathToFileURL(process.argv[1]).href);
