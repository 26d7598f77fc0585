import path from 'node:path';
import { BackupError, DamageError } from '#lib/backup/backup-error.ts';
import { verifyBackup } from '#lib/backup/keeping/verify-backup.ts';
import { verifyInstallation } from '#lib/backup/keeping/verify-installation.ts';
import type { VerifyReport } from '#lib/backup/keeping/verify-report.ts';
import { formatCount } from '#lib/backup/progress.ts';
import { openRepository, type Repository } from '#lib/backup/repository/repository.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { EmbeddedPostgresError } from '#lib/platform/embedded-postgres/embedded-postgres-error.ts';
import { findDatabase } from './backups/find-database.ts';
import { type Call, runCommand, say, tell } from './backups/run-command.ts';
import { verifyTrail, verifyTrailOfBackup } from './backups/verify-trail.ts';

/** Checks backups, or the installation itself. */
const USAGE = `countersign verify [FOLDER [--backup ID]]

  With FOLDER: reads all of its backups, or the one with that ID, and checks every hash, every table, every file that
  documents refer to, and the chain of the audit trail.
  Without: checks the installation's own files and audit trail, while it runs.

Ends with 0 when all is right, and with 1 otherwise.`;

await runCommand({ usage: USAGE, options: ['backup'], run });

async function run({ place, options }: Call, config: Config): Promise<number> {
  const faults = place === undefined ? await checkInstallation(config) : await checkBackups(place, options.backup, config);
  say(faults === 0 ? 'All is right.' : `Faults: ${formatCount(faults)}.`);
  return faults === 0 ? 0 : 1;
}

async function checkInstallation(config: Config): Promise<number> {
  const database = await findDatabase(config);
  try {
    const source = { url: database.url, blobs: createBlobStore(config) };
    return report('The installation', [await verifyInstallation(source, tell), await verifyTrail(database.url)]);
  } finally {
    await database.release();
  }
}

async function checkBackups(place: string, chosen: string | undefined, config: Config): Promise<number> {
  const repository = await openRepository(path.resolve(place), config.backupPassphrase);
  const ids = chosen === undefined ? await repository.list() : [chosen];
  if (ids.length === 0) throw new BackupError('There is no whole backup in this folder.');
  const known = new Set<string>();
  let faults = 0;
  for (const id of ids) faults += report(`Backup ${id}`, await checkBackup(repository, id, { config, known }));
  return faults;
}

async function checkBackup(
  repository: Repository,
  id: string,
  { config, known }: { config: Config; known: Set<string> },
): Promise<VerifyReport[]> {
  try {
    const manifest = await repository.read(id);
    return [await verifyBackup(repository, manifest, { known, tell }), await checkTrail(repository, manifest, config)];
  } catch (error) {
    if (error instanceof DamageError) return [{ facts: [], faults: [error.message] }];
    throw error;
  }
}

async function checkTrail(
  repository: Repository,
  manifest: Awaited<ReturnType<Repository['read']>>,
  config: Config,
): Promise<VerifyReport> {
  try {
    return await verifyTrailOfBackup(config.rootDir, repository, manifest);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return { facts: [`the audit trail was not checked: ${error.message}`], faults: [] };
    if (error instanceof BackupError) return { facts: [], faults: [`The audit trail could not be checked: ${error.message}`] };
    throw error;
  }
}

function report(what: string, parts: VerifyReport[]): number {
  say(`${what}:`);
  for (const { facts } of parts) for (const fact of facts) say(`  ${fact}`);
  const faults = parts.flatMap((part) => part.faults);
  for (const fault of faults) say(`  FAULT  ${fault}`);
  return faults.length;
}
