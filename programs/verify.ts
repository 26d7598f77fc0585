import { BackupError, DamageError } from '#lib/backup/backup-error.ts';
import { verifyBackup } from '#lib/backup/keeping/verify-backup.ts';
import { verifyInstallation } from '#lib/backup/keeping/verify-installation.ts';
import type { VerifyReport } from '#lib/backup/keeping/verify-report.ts';
import { formatCount } from '#lib/backup/progress.ts';
import type { Manifest } from '#lib/backup/repository/manifest.ts';
import { openRepository, type Repository } from '#lib/backup/repository/repository.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { EmbeddedPostgresError } from '#lib/platform/embedded-postgres/embedded-postgres-error.ts';
import { findDatabase } from './backups/find-database.ts';
import { findLocation } from './backups/find-location.ts';
import { type Call, runCommand, say, tell } from './backups/run-command.ts';
import { verifyTrail, verifyTrailOfBackup } from './backups/verify-trail.ts';

/** Checks backups, or the installation itself. */
const USAGE = `countersign verify [PLACE [--backup ID]]

  With PLACE, a folder or s3://BUCKET/PREFIX: reads all of its backups, or the one with that ID, and checks every hash, every table, every file that
  documents refer to, and the chain of the audit trail.
  Without: checks the installation's own files and audit trail, while it runs.

Ends with 0 when all is right, and with 1 otherwise, also when the trail of a backup could not be checked here.`;

await runCommand({ usage: USAGE, options: ['backup'], run });

/** `unchecked`: of how many backups the audit trail could not be looked at. */
type Outcome = { faults: number; unchecked: number };

async function run({ place, options }: Call, config: Config): Promise<number> {
  const { faults, unchecked } = place === undefined ? await checkInstallation(config) : await checkBackups(place, options.backup, config);
  if (unchecked > 0) say(`Trails that were not checked: ${formatCount(unchecked)}.`);
  if (faults > 0) say(`Faults: ${formatCount(faults)}.`);
  else say(unchecked > 0 ? 'What was checked is right.' : 'All is right.');
  return faults + unchecked === 0 ? 0 : 1;
}

async function checkInstallation(config: Config): Promise<Outcome> {
  const database = await findDatabase(config);
  try {
    const source = { url: database.url, blobs: createBlobStore(config) };
    const parts = [await verifyInstallation(source, tell), await verifyTrail(database.url)];
    return { faults: report('The installation', parts), unchecked: 0 };
  } finally {
    await database.release();
  }
}

async function checkBackups(place: string, chosen: string | undefined, config: Config): Promise<Outcome> {
  const repository = await openRepository(findLocation(config, place), config.backups.passphrase);
  const ids = chosen === undefined ? await repository.list() : [chosen];
  if (ids.length === 0) throw new BackupError('There is no complete backup in this place.');
  const known = new Set<string>();
  const outcome = { faults: 0, unchecked: 0 };
  for (const id of ids) {
    const { parts, isChecked } = await checkBackup(repository, id, { config, known });
    outcome.faults += report(`Backup ${id}`, parts);
    if (!isChecked) outcome.unchecked += 1;
  }
  return outcome;
}

/** `isChecked`: false when the audit trail could not be looked at. */
type Checked = { parts: VerifyReport[]; isChecked: boolean };

async function checkBackup(
  repository: Repository,
  id: string,
  { config, known }: { config: Config; known: Set<string> },
): Promise<Checked> {
  try {
    const manifest = await repository.read(id);
    const whole = await verifyBackup(repository, manifest, { known, tell });
    const trail = manifest.tables.find(({ schema, name }) => schema === 'desk' && name === 'audit_entries');
    if (trail && !known.has(trail.object.sha256)) {
      // that it is damaged is among the faults
      return { parts: [whole, { facts: ['the audit trail was not checked: its rows are damaged'], faults: [] }], isChecked: false };
    }
    const chain = await checkTrail(repository, manifest, config);
    return { parts: [whole, chain.report], isChecked: chain.isChecked };
  } catch (error) {
    if (error instanceof DamageError) return { parts: [{ facts: [], faults: [error.message] }], isChecked: false };
    throw error;
  }
}

async function checkTrail(
  repository: Repository,
  manifest: Manifest,
  config: Config,
): Promise<{ report: VerifyReport; isChecked: boolean }> {
  try {
    return { report: await verifyTrailOfBackup(config.rootDir, repository, manifest), isChecked: true };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) {
      return { report: { facts: [`the audit trail was not checked: ${error.message}`], faults: [] }, isChecked: false };
    }
    if (error instanceof BackupError) {
      return { report: { facts: [], faults: [`The audit trail could not be checked: ${error.message}`] }, isChecked: false };
    }
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
