import { parseArgs } from 'node:util';
import { BackupError } from '#lib/backup/backup-error.ts';
import { type Config, ConfigError, readConfig } from '#lib/platform/config.ts';
import { FolderInUseError } from '#lib/platform/data-folder-lock.ts';
import { NewerDatabaseError } from '#lib/platform/database/migration-state.ts';
import { EmbeddedPostgresError } from '#lib/platform/embedded-postgres/embedded-postgres-error.ts';
import { findReason } from '#lib/platform/find-reason.ts';
import { OutageError } from '#lib/platform/outage-error.ts';

const EXPECTED = [BackupError, ConfigError, FolderInUseError, EmbeddedPostgresError, NewerDatabaseError, OutageError];

/** What a command was called with: at most one word, and options. */
export type Call = { place: string | undefined; options: Record<string, string | undefined> };

/** Called in a way that makes no sense. */
export class UsageError extends Error {}

type Command = { usage: string; options: readonly string[]; run: (call: Call, config: Config) => Promise<number> };

/** Progress goes to standard error, so that standard output has the outcome alone. */
export const tell = (line: string) => void process.stderr.write(`${line}\n`);
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What is done before a signal ends the command, within two seconds. */
const endings = new Set<() => Promise<unknown>>();
const END_MS = 2_000;

/** Has `work` done before a signal ends the command. @returns how to undo that */
export function beforeEnd(work: () => Promise<unknown>): () => void {
  endings.add(work);
  return () => endings.delete(work);
}

async function endBySignal(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, END_MS));
  await Promise.race([Promise.allSettled([...endings].map((work) => work())), late]);
  process.exit(1);
}

/** Runs a command of this process and sets its exit code: 0, 1 when it failed or found faults, 2 when it was called wrongly. */
export async function runCommand({ usage, options, run }: Command): Promise<void> {
  // the first process of a container gets no signal that it does not listen to
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void endBySignal());
  try {
    const call = readCall(process.argv.slice(2), options);
    if (call === null) say(usage);
    else process.exitCode = await run(call, readConfig());
  } catch (error) {
    if (error instanceof UsageError) {
      tell(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
      return;
    }
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    tell(isExpected ? (error as Error).message : `This failed: ${findReason(error as Error).message}`);
    process.exitCode = 1;
  }
}

function readCall(words: string[], names: readonly string[]): Call | null {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean' } },
    });
    if (values.help || positionals[0] === 'help') return null;
    if (positionals.length > 1) throw new Error('There are too many arguments.');
    return { place: positionals[0], options: values as Call['options'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
