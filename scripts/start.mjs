// npm start: installs and builds what is missing, then starts everything. Needs nothing but Node and npm.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, requireNode, root } from './prepare.mjs';

requireNode();
process.chdir(root);
await install();
if (process.argv.includes('--dev')) {
  const { buildPrograms, watchPrograms } = await import('./build-programs.mjs');
  await buildPrograms();
  await watchPrograms();
} else {
  await build();
}
// in this very process, so that signals reach the launcher: npm hands SIGTERM only to the process it started
await import(pathToFileURL(path.join(root, 'dist', 'launcher.mjs')).href);
