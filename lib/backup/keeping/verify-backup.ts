import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { DamageError } from '../backup-error.ts';
import { measureRows } from '../database/measure-rows.ts';
import { readColumn } from '../database/read-column.ts';
import { FILE_COLUMNS } from '../database/referenced-files.ts';
import { formatCount, startProgress, type Tell } from '../progress.ts';
import type { Manifest, TableInBackup } from '../repository/manifest.ts';
import type { ObjectStore } from '../repository/object-store.ts';
import type { Repository } from '../repository/repository.ts';
import { describeAbsentSecret } from './kept-secrets.ts';
import { listObjects } from './prune-backups.ts';
import { listFaults, type VerifyReport } from './verify-report.ts';

/** Objects that were found whole in this run, so that what backups share is read once. */
export type KnownWhole = Set<string>;

/**
 * Reads all of one backup: the hash of every object, the rows of every table, and whether each file that the rows refer to is there.
 * @throws DamageError when the manifest itself is damaged
 */
export async function verifyBackup(
  { objects }: Repository,
  manifest: Manifest,
  { known, tell }: { known: KnownWhole; tell: Tell },
): Promise<VerifyReport> {
  const all = listObjects(manifest);
  const progress = startProgress(tell, 'objects read', all.size);
  const damaged = new Map<string, string>();
  for (const sha256 of all) {
    let size = 0;
    try {
      if (!known.has(sha256)) for await (const chunk of objects.get(sha256)) size += chunk.length;
      known.add(sha256);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      damaged.set(sha256, error.message);
    }
    progress.add(1, size);
  }
  progress.end();
  const tables = await verifyTables(objects, manifest, damaged);
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    facts: [
      `${formatCount(manifest.tables.length)} tables with ${formatCount(rows)} rows`,
      `${formatCount(manifest.files.length)} files with ${formatBytes(bytes)}`,
      `${formatCount(tables.references)} references to files`,
    ],
    faults: [
      ...listFaults([...damaged], ([sha256, message]) => `${message} It holds ${describe(manifest, sha256)}.`),
      ...tables.faults,
      ...manifest.absentSecrets.map(describeAbsentSecret),
      ...listFaults(manifest.missing, (key) => `The storage did not have the file ${key} when the backup was made.`),
    ],
  };
}

function describe({ tables, files, secrets }: Manifest, sha256: string): string {
  if (secrets.sha256 === sha256) return 'the secrets';
  const table = tables.find(({ object }) => object.sha256 === sha256);
  if (table) return `the table ${table.schema}.${table.name}`;
  return `the file ${files.find((file) => file.sha256 === sha256)?.key}`;
}

async function verifyTables(objects: ObjectStore, { tables, files, missing }: Manifest, damaged: Map<string, string>) {
  const keys = new Set([...files.map(({ key }) => key), ...missing]);
  const faults: string[] = [];
  const lacking = new Set<string>();
  let references = 0;
  for (const table of tables) {
    if (damaged.has(table.object.sha256)) continue;
    const column = FILE_COLUMNS.find((one) => one.schema === table.schema && one.table === table.name)?.column;
    const place = column === undefined ? -1 : table.columns.indexOf(column);
    const isRight = await readTable(objects, table, async (rows) => {
      if (place < 0) for await (const _ of rows);
      else {
        for await (const sha256 of readColumn(rows, place)) {
          references += 1;
          if (!keys.has(fileKey(sha256))) lacking.add(fileKey(sha256));
        }
      }
    });
    if (!isRight) faults.push(`The rows of the table ${table.schema}.${table.name} are not those of the manifest.`);
  }
  return {
    references,
    faults: [...faults, ...listFaults([...lacking], (key) => `The rows refer to the file ${key}, which the backup lacks.`)],
  };
}

/** Whether the rows are those of the manifest. */
async function readTable(
  objects: ObjectStore,
  table: TableInBackup,
  use: (rows: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<boolean> {
  const measure = measureRows();
  try {
    await pipeline(objects.get(table.object.sha256), createInflate(), measure.pass, use);
  } catch (error) {
    if (error instanceof DamageError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) return false;
    throw error;
  }
  const { rows, sha256 } = measure.measured();
  return rows === table.rows && sha256 === table.sha256;
}
