// Runs the wall checker and proves that it saw every TypeScript file: a resolver that skips files must not look like a clean house.
import { execFileSync, spawnSync } from 'node:child_process';

const roots = ['app', 'components', 'lib', 'programs', 'training', 'bench', 'e2e'];
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...roots], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const cruise = ['--import', './scripts/parse-tsx.mjs', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'];
const run = spawnSync(process.execPath, [...cruise, ...roots, '--output-type', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
let report;
try {
  report = JSON.parse(run.stdout);
} catch {
  console.error(run.stdout, run.stderr);
  process.exit(1);
}
for (const violation of report.summary.violations) {
  console.error(`${violation.rule.severity} ${violation.rule.name}: ${violation.from} → ${violation.to}`);
}
const seen = new Set(report.modules.map((module) => module.source));
const unseen = listed.filter((file) => !seen.has(file));
for (const file of unseen) console.error(`not seen by the wall checker: ${file}`);
const failed = report.summary.violations.some((violation) => violation.rule.severity === 'error') || unseen.length > 0;
console.log(`rooms: ${listed.length} files, ${report.summary.violations.length} violations, ${unseen.length} unseen`);
process.exit(failed ? 1 : 0);
