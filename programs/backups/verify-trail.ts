import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSnapshot } from '#lib/backup/database/load-snapshot.ts';
import { migrateTo } from '#lib/backup/database/migrations.ts';
import type { VerifyReport } from '#lib/backup/keeping/verify-report.ts';
import { formatCount } from '#lib/backup/progress.ts';
import type { Manifest } from '#lib/backup/repository/manifest.ts';
import type { Repository } from '#lib/backup/repository/repository.ts';
import { verifyAuditChain } from '#lib/desk/audit/operations/verify-audit-chain.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';

/** Checks the chain of the audit trail of a database. */
export async function verifyTrail(url: string): Promise<VerifyReport> {
  const connection = createDatabase(url, { max: 1 });
  try {
    const { checked, broken } = await verifyAuditChain(connection.database);
    return {
      facts: [`${formatCount(checked)} entries of the audit trail`],
      faults: broken === null ? [] : [`The audit trail is broken at entry ${broken}: it, or what is before it, was changed.`],
    };
  } finally {
    await connection.close();
  }
}

/**
 * Checks the chain of the audit trail of a backup, in a database of its own that is gone afterwards.
 * @throws EmbeddedPostgresError where none can run
 */
export async function verifyTrailOfBackup(rootDir: string, { objects }: Repository, manifest: Manifest): Promise<VerifyReport> {
  const top = mkdtempSync(path.join(tmpdir(), 'countersign-verify-'));
  try {
    const server = await startEmbeddedPostgres({ rootDir, folder: path.join(top, 'postgres'), password: randomUUID(), durable: false });
    try {
      const folders = listMigrationFolders(rootDir);
      await migrateTo(server.url, folders, manifest);
      const tables = manifest.tables.filter(({ schema, name }) => schema === 'desk' && name === 'audit_entries');
      await loadSnapshot(server.url, objects, { tables, sequences: [] }, { tell: () => undefined });
      await migrate({ url: server.url, folders });
      return await verifyTrail(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
