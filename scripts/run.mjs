// node scripts/run.mjs NAME [arguments]: builds the programs and runs dist/NAME.mjs.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPrograms } from './build-programs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [name] = process.argv.splice(2, 1);
await buildPrograms({ tolerant: true });
process.argv[1] = path.join(root, 'dist', `${name}.mjs`);
await import(pathToFileURL(process.argv[1]).href);
