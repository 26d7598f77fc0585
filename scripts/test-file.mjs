// npm run test:file PATH [options]: one test file of any sort, with nothing built that it does not need. A unit, operation or component
// test (*.test.ts, *.browser.test.tsx) is run by Vitest; a walk through the product (e2e/**/*.spec.ts) by Playwright, on a build that
// is made anew only when sources changed.
import path from 'node:path';
import { findPort } from './find-tools.mjs';
import { build, fail, requireNode, root, run } from './prepare.mjs';

const [file, ...options] = process.argv.slice(2);
if (!file) fail('Say which: npm run test:file lib/document/merge-actions.test.ts');
requireNode();
process.chdir(root);
const isWalk = path.relative(root, path.resolve(file)).startsWith(`e2e${path.sep}`);
const env = { ...process.env };
if (isWalk) {
  await build();
  env.COUNTERSIGN_E2E_PORT ??= String(await findPort());
}
const command = isWalk ? ['node_modules/@playwright/test/cli.js', 'test'] : ['node_modules/vitest/vitest.mjs', 'run'];
process.exitCode = await run(process.execPath, [...command, file, ...options], { env });
