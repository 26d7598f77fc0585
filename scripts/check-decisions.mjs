// Every decision record has the one form, and docs/decisions/README.md lists each with its title and status.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'docs/decisions';
const HEADINGS = ['## Context', '## Decision', '## Consequences'];
const STATUS = /^- Status: ((?:accepted(?:, amended by (\d+(?:(?:, | and )\d+)*))?)|superseded by (\d+))$/;

const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const numbers = new Set(names.map((name) => Number.parseInt(name, 10)));
const index = readFileSync(`${FOLDER}/README.md`, 'utf8').split('\n');
const faults = [];

/** @returns what is wrong with one record, as sentences */
function checkRecord(name) {
  const number = /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1];
  if (!number) return ['its name is not NNN-words-of-the-title.md'];
  const lines = readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n');
  const title = new RegExp(`^# ${Number(number)}\\. (.+)$`).exec(lines[0])?.[1];
  if (!title) return [`its first line is not "# ${Number(number)}. Title"`];
  const wrong = [];
  if (!/^- Date: \d{4}-\d\d-\d\d$/.test(lines[2])) wrong.push('its third line is not "- Date: YYYY-MM-DD"');
  const [, status, amending = '', superseding = ''] = STATUS.exec(lines[3]) ?? [];
  if (!status) wrong.push('its fourth line is not "- Status: accepted", "accepted, amended by N" or "superseded by N"');
  const headings = lines.filter((line) => /^##? /.test(line)).slice(1);
  if (headings.join() !== HEADINGS.join()) wrong.push(`its headings are not ${HEADINGS.join(', ')}, in this order`);
  for (const heading of HEADINGS) {
    const next = lines.slice(lines.indexOf(heading) + 1).find((line) => line !== '');
    if (lines.includes(heading) && (next === undefined || next.startsWith('## '))) wrong.push(`nothing stands under "${heading}"`);
  }
  for (const other of `${amending} ${superseding}`.match(/\d+/g) ?? []) {
    if (!numbers.has(Number(other))) wrong.push(`its status names decision ${other}, which does not exist`);
  }
  const row = `| [${Number(number)}](${name}) | ${title} | ${status} |`;
  if (!index.includes(row)) wrong.push(`the index lacks the line: ${row}`);
  return wrong;
}

for (const name of names) for (const wrong of checkRecord(name)) faults.push(`${FOLDER}/${name}: ${wrong}`);
if (numbers.size < names.length) faults.push(`${FOLDER}: two records have the same number`);
const rows = index.filter((line) => /^\| \[\d+\]\(/.test(line));
if (rows.length !== names.length) faults.push(`${FOLDER}/README.md lists ${rows.length} records, there are ${names.length}`);

for (const fault of faults) console.error(fault);
console.log(`decisions: ${names.length} records, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
