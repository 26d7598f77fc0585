// Runs the wall checker, and checks what it cannot see: that it saw every TypeScript file (a resolver that skips files must not look
// like a clean house), that every inner folder has its place in its room's order, and that files and folders keep their limits.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOMS } from './house/house.mjs';
import { LARGER, LIMITS } from './house/house-limits.mjs';
import { compareHousePage } from './house/house-table.mjs';

const TOP_FOLDERS = ['app', 'components', 'lib', 'programs', 'training', 'bench', 'e2e'];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...TOP_FOLDERS, 'scripts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'));
const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);
const problems = [];

function checkWalls() {
  const cruise = ['--import', './scripts/parse-tsx.mjs', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'];
  const run = spawnSync(process.execPath, [...cruise, ...TOP_FOLDERS, '--output-type', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  let report;
  try {
    report = JSON.parse(run.stdout);
  } catch {
    console.error(run.stdout, run.stderr);
    process.exit(1);
  }
  for (const { rule, from, to } of report.summary.violations) problems.push(`${rule.name}: ${from} → ${to}`);
  const seen = new Set(report.modules.map((module) => module.source));
  const listed = files.filter((file) => !file.startsWith('scripts/') && /\.tsx?$/.test(file));
  for (const file of listed) if (!seen.has(file)) problems.push(`not seen by the wall checker: ${file}`);
  return `${listed.length} files seen, ${report.summary.violations.length} walls crossed`;
}

/** A folder that stands in no order could import anything of its room. */
function checkFolders() {
  for (const [room, { order }] of Object.entries(ROOMS)) {
    if (!order) continue;
    const named = order.flat();
    const folders = new Set(
      files.filter((file) => file.startsWith(`${room}/`) && !isTest(file)).map((file) => path.posix.dirname(file.slice(room.length + 1))),
    );
    for (const folder of folders) {
      if (!named.some((name) => folder === name || folder.startsWith(`${name}/`)))
        problems.push(`no place in the order of ${room}: ${folder}`);
    }
    for (const name of named) {
      if (![...folders].some((folder) => folder === name || folder.startsWith(`${name}/`))) problems.push(`${room} has no folder ${name}`);
    }
  }
}

function checkLimits() {
  const larger = new Set(Object.keys(LARGER));
  const tooLarge = (place, size, limit, unit) => {
    if (size <= limit) return;
    if (!larger.delete(place)) problems.push(`${place} has ${size} ${unit}; the limit is ${limit}`);
  };
  const folders = {};
  for (const file of files) {
    if (!isTest(file)) folders[path.posix.dirname(file)] = (folders[path.posix.dirname(file)] ?? 0) + 1;
    tooLarge(file, readFileSync(file, 'utf8').split('\n').length - 1, LIMITS.linesOfFile, 'lines');
  }
  for (const [folder, size] of Object.entries(folders)) tooLarge(folder, size, LIMITS.filesOfFolder, 'files');
  for (const place of larger) problems.push(`${place} keeps the limits now: take it out of LARGER`);
}

function checkPage() {
  const { is, should } = compareHousePage();
  if (is !== should) problems.push('docs/house.md does not show the plan: run node scripts/house/house-table.mjs');
}

const walls = checkWalls();
checkFolders();
checkLimits();
checkPage();
for (const problem of problems) console.error(`error ${problem}`);
console.log(`rooms: ${walls}, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
