import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withLibreOffice } from './libre-office.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'libre-office-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that stands in for LibreOffice: what it is called with is the contract. */
async function program(name: string, script: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** As in the process that reads: no network. */
const CUT = { hasNetwork: false };

const signal = new AbortController().signal;
const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`countersign-office-${process.pid}-`));

describe('withLibreOffice', () => {
  test('converts with a profile of its own in a folder that is gone afterwards', async () => {
    const script = `echo "$@" > ${folder}/args
while [ "$1" != "--outdir" ]; do shift; done; mkdir -p "$2"; cp "$3" "$2/done.docx"`;
    const source = path.join(folder, 'old.doc');
    await writeFile(source, 'words');
    let place = '';
    const use = async (converted: string) => {
      place = converted;
      return readFile(converted, 'utf8');
    };
    expect(await withLibreOffice(source, 'docx', signal, use, { ...CUT, program: await program('works', script) })).toBe('words');
    const args = await readFile(path.join(folder, 'args'), 'utf8');
    expect(args).toMatch(/-env:UserInstallation=file:\/\/\S+profile --headless .*--convert-to docx/);
    expect(existsSync(place)).toBe(false);
    expect(await left()).toEqual([]);
  });

  test('is not started where there is a network to load linked addresses from', async () => {
    // the process of the tests has one: the machine's own device is up
    const options = {
      program: await program(
        'linked',
        `touch ${folder}/started; while [ "$1" != "--outdir" ]; do shift; done; mkdir -p "$2"; cp "$3" "$2/x"`,
      ),
    };
    const source = path.join(folder, 'linked.doc');
    await writeFile(source, 'words');
    expect(await withLibreOffice(source, 'docx', signal, async () => 1, options)).toBeNull();
    expect(existsSync(path.join(folder, 'started'))).toBe(false);
    expect(await withLibreOffice(source, 'docx', signal, async () => 1, { ...options, ...CUT })).toBe(1);
  });

  test('a program that hangs is killed with all it started', async () => {
    const script = `sh -c 'while :; do date +%N > ${folder}/beat; sleep 0.05; done' & sleep 1000`;
    const started = performance.now();
    const options = { ...CUT, program: await program('hangs', script), timeoutMs: 6_000 };
    expect(await withLibreOffice(path.join(folder, 'x'), 'docx', signal, async () => 1, options)).toBeNull();
    expect(performance.now() - started).toBeLessThan(200_000);
    const beat = () => readFile(path.join(folder, 'beat'), 'utf8');
    // what was killed may take a moment to be gone
    const isStill = async () => {
      const before = await beat();
      await sleep(1000);
      return (await beat()) === before;
    };
    await expect.poll(isStill).toBe(true);
    expect(await left()).toEqual([]);
  });

  test('one that fails or gives nothing converts nothing', async () => {
    for (const script of ['exit 3', 'exit 0']) {
      const options = { ...CUT, program: await program('fails', script) };
      expect(await withLibreOffice(path.join(folder, 'x'), 'docx', signal, async () => 1, options)).toBeNull();
    }
    const missing = { ...CUT, program: path.join(folder, 'not-there') };
    expect(await withLibreOffice(path.join(folder, 'x'), 'docx', signal, async () => 1, missing)).toBeNull();
  });

  test('is stopped when reading is given up', async () => {
    const controller = new AbortController();
    const options = { ...CUT, program: await program('waits', 'sleep 1000'), timeoutMs: 900_000 };
    const converting = withLibreOffice(path.join(folder, 'x'), 'docx', controller.signal, async () => 1, options);
    setTimeout(() => controller.abort(), 200);
    const started = performance.now();
    expect(await converting).toBeNull();
    expect(performance.now() - started).toBeLessThan(200_000);
  });
});
