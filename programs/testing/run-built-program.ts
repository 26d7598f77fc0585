import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Started = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a built program with these words; of this process's environment it gets `PATH` alone. */
export function startBuiltProgram(words: string[], settings: Record<string, string>): Started {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, ['dist/countersign.mjs', ...words], {
    env: { PATH, ...settings } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a built program to its end. */
export async function runBuiltProgram(words: string[], settings: Record<string, string>) {
  const child = startBuiltProgram(words, settings);
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, errors };
}
