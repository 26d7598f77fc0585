import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#lib/platform/log.ts';
import { watchPrograms } from '../../scripts/build-programs.mjs';
import { type ChildProgram, startChildProgram } from './child-program.ts';
import { reloadChanged } from './reload-changed.ts';

/** A program under a launcher: notes what its source says, is ready, ends when told. */
const programOf = (name: string, source: string) => `
  import { appendFileSync } from 'node:fs';
  import { word } from '../lib/${source}.ts';
  const note = (what: string) => appendFileSync(process.env.NOTES!, '${name} ' + what + '\\n');
  note(word);
  process.on('message', (message) => {
    if (message !== 'stop') return;
    note('stops');
    process.exit(0);
  });
  process.send!('ready');`;
const ENTRIES = { worker: 'programs/worker.ts', service: 'programs/service.ts', 'reading-child': 'lib/child.ts' };
const log = createLog({ level: 'error', format: 'json', program: 'test' });

let project: string;
let children: ChildProgram[];
let lines: string[];
let ends: (() => unknown)[];

const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);
const notes = () => readFileSync(path.join(project, 'notes'), 'utf8').trim().split('\n');
const built = (name: string) => path.join(project, 'dist', `${name}.mjs`);

beforeEach(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'countersign-reload-'));
  for (const folder of ['programs', 'lib', 'dist']) mkdirSync(path.join(project, folder));
  write('lib/first.ts', "export const word = 'one';");
  write('lib/second.ts', "export const word = 'one';");
  write('lib/child.ts', 'console.log(1);');
  write('programs/worker.ts', programOf('worker', 'first'));
  write('programs/service.ts', programOf('service', 'second'));
  const endBuilding = await watchPrograms({ folder: project, entries: ENTRIES });
  await expect.poll(() => Object.keys(ENTRIES).every((name) => existsSync(built(name)))).toBe(true);
  const environment = { ...process.env, NOTES: path.join(project, 'notes') };
  children = ['worker', 'service'].map((name) => startChildProgram({ name, file: built(name), environment, log, watch: null }));
  await Promise.all(children.map(({ ready }) => ready));
  lines = [];
  const endReloading = reloadChanged({
    programs: children,
    folder: path.join(project, 'dist'),
    limitMs: 10_000,
    say: (line) => lines.push(line),
  });
  ends = [endReloading, endBuilding];
});
afterEach(async () => {
  for (const end of ends) await end();
  await Promise.all(children.map((child) => child.stop(5_000)));
  rmSync(project, { recursive: true, force: true });
});

test('a changed source restarts the program that uses it, in good order, and says so; the others run on', async () => {
  write('lib/first.ts', "export const word = 'two';");
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^Reloaded worker in \d+\.\d s\.$/)]);
  expect(notes().filter((note) => note.startsWith('worker'))).toEqual(['worker one', 'worker stops', 'worker two']);
  expect(notes().filter((note) => note.startsWith('service'))).toEqual(['service one']);
});

test('a changed child process restarts all programs, for each may use it', async () => {
  write('lib/child.ts', 'console.log(2);');
  await expect.poll(() => lines.length).toBe(2);
  expect(notes().sort()).toEqual(['service one', 'service one', 'service stops', 'worker one', 'worker one', 'worker stops']);
});

test('a source that does not build restarts nothing; once it is mended, the program is restarted', async () => {
  write('lib/first.ts', "export const wor = 'broken';");
  write('lib/second.ts', "export const word = 'two';");
  // built as one: were the broken one written, this one would have come with it
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(lines).toEqual([]);
  write('lib/first.ts', "export const word = 'two';");
  await expect
    .poll(() =>
      notes()
        .filter((note) => note.endsWith('two'))
        .sort(),
    )
    .toEqual(['service two', 'worker two']);
});
