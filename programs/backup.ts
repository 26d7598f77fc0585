import { BackupError } from '#lib/backup/backup-error.ts';
import { type CreatedBackup, createBackup } from '#lib/backup/keeping/create-backup.ts';
import { collectSecrets, describeAbsentSecret } from '#lib/backup/keeping/kept-secrets.ts';
import { pruneBackups } from '#lib/backup/keeping/prune-backups.ts';
import { listFaults } from '#lib/backup/keeping/verify-report.ts';
import { formatCount } from '#lib/backup/progress.ts';
import { isRepository, openRepositoryToWrite, type Repository } from '#lib/backup/repository/repository.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import { findDatabase } from './backups/find-database.ts';
import { findNewLocation } from './backups/find-location.ts';
import { NOT_DUE } from './backups/not-due.ts';
import { noteRun, type RunNote } from './backups/note-run.ts';
import { beforeEnd, type Call, runCommand, say, tell, UsageError } from './backups/run-command.ts';

/** Makes a backup while everything runs. */
const USAGE = `countersign backup PLACE [--keep N] [--every HOURS]

  Adds a backup of database, files and secrets to PLACE, while everything runs. Only what is new is copied.

  PLACE          a folder, or s3://BUCKET/PREFIX on the server that COUNTERSIGN_BACKUP_S3_ENDPOINT and its keys name

  --keep N       afterwards only the newest N backups stay
  --every HOURS  does nothing while the last complete backup is younger, another one is under way, the last one failed within
                 the hour, or one of the last day was incomplete; PLACE must have backups if there was ever a complete one

With COUNTERSIGN_BACKUP_PASSPHRASE (or …_FILE) a new PLACE is encrypted. Without the passphrase nobody can restore it.`;

const PLAIN = `
  THIS BACKUP IS NOT ENCRYPTED. Whoever reads its place has all documents, and the keys of the installation.
  Set COUNTERSIGN_BACKUP_PASSPHRASE and use a new place to encrypt.
`;

const NO_LOCKS =
  'The file system of this folder has no locks, so another backup could be under way. Leave out --keep, or use another place.';
const notThere = (place: string) =>
  `There are no backups in ${place}, though there were complete ones before. Is its disk mounted, or the bucket the right one? To use a new place, make the first ` +
  'backup there without --every.';
const NOT_PRUNED = 'No older backup was removed: one of them may have what this one lacks.';

await runCommand({ usage: USAGE, options: ['keep', 'every'], run });

async function run({ place, options }: Call, config: Config): Promise<number> {
  if (place === undefined) throw new UsageError('Where should the backup go?');
  const keep = readNumber(options, 'keep');
  const everyHours = readNumber(options, 'every');
  const database = await findDatabase(config);
  try {
    const note = await noteRun(database.url, everyHours === null ? null : everyHours * 3_600_000);
    if (note === null) {
      say(NOT_DUE);
      return 0;
    }
    try {
      return await make({ place, keep, isNewAllowed: everyHours === null || !note.hasEarlier }, { config, url: database.url, note });
    } finally {
      await note.end({ outcome: 'failed' });
    }
  } finally {
    await database.release();
  }
}

function readNumber(options: Call['options'], name: 'keep' | 'every'): number | null {
  const given = options[name];
  if (given === undefined) return null;
  const number = Number(given);
  if (!(Number.isInteger(number) && number > 0)) throw new UsageError(`--${name} takes a number from 1 on.`);
  return number;
}

type Order = { place: string; keep: number | null; isNewAllowed: boolean };
type Installation = { config: Config; url: string; note: RunNote };

/** @returns the exit code */
async function make({ place, keep, isNewAllowed }: Order, { config, url, note }: Installation): Promise<number> {
  const location = findNewLocation(config, place, tell);
  if (!isNewAllowed && !(await isRepository(location))) throw new BackupError(notThere(location.name));
  const opening = openRepositoryToWrite(location, config.backups.passphrase);
  const leave = beforeEnd(async () => (await opening).close());
  try {
    return await add(await opening, keep, { config, url, note });
  } finally {
    leave();
    await opening.then((repository) => repository.close()).catch(() => undefined);
  }
}

/** @returns the exit code */
async function add(repository: Repository, keep: number | null, { config, url, note }: Installation): Promise<number> {
  const began = performance.now();
  if (keep !== null && !repository.isLocked) throw new BackupError(NO_LOCKS);
  if (!repository.isEncrypted) tell(PLAIN);
  const source = { url, blobs: createBlobStore(config), secrets: collectSecrets(config) };
  const { manifest, added, lost } = await createBackup(repository, source, tell);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(
    `Backup ${manifest.id}: ${formatCount(rows)} rows and ${formatCount(manifest.files.length)} files ` +
      `(${formatCount(added.files)} new, ${formatBytes(added.bytes)}) in ${seconds} s.`,
  );
  const faults = listFaultsOf({ manifest, lost });
  for (const fault of faults) tell(fault);
  // it is made, whatever becomes of the older ones
  await note.end({
    outcome: faults.length === 0 ? 'done' : 'incomplete',
    rows,
    files: manifest.files.length,
    addedBytes: added.bytes,
    isEncrypted: repository.isEncrypted,
  });
  if (keep !== null) say(faults.length === 0 ? await prune(repository, keep, manifest.id) : NOT_PRUNED);
  return faults.length === 0 ? 0 : 1;
}

async function prune(repository: Repository, keep: number, made: string): Promise<string> {
  const removed = await pruneBackups(repository, { keep, made }, tell);
  return `Removed ${formatCount(removed.backups)} older backups and ${formatCount(removed.objects)} objects.`;
}

/** What this backup lacks, or has only because an earlier one had it. */
function listFaultsOf({ manifest: { missing, absentSecrets }, lost }: Pick<CreatedBackup, 'manifest' | 'lost'>): string[] {
  const [ofMissing, ofLost] = [missing.length, lost.length].map((count) => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`);
  return [
    ...(missing.length > 0 ? [`Missing or damaged in the storage: ${ofMissing} that documents need. This backup lacks them:`] : []),
    ...listFaults(missing, (key) => `  ${key}`),
    ...(lost.length > 0 ? [`Missing or damaged in the storage: ${ofLost} that documents need. They are kept here:`] : []),
    ...listFaults(lost, (key) => `  ${key}`),
    ...absentSecrets.map(
      (name) => `${describeAbsentSecret(name)} Set COUNTERSIGN_DATA_DIR to the folder of this installation, or the secret's own setting.`,
    ),
  ];
}
