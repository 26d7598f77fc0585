import { inArray } from 'drizzle-orm';
import { FILES_FOLDER, hashOfFileKey } from '#lib/files/file-key.ts';
import type { Desk } from '../context/desk.ts';
import { keptAnswers } from '../documents/answers/tables.ts';
import { removeUnusedFile } from '../documents/remove-unused-file.ts';
import { documents } from '../documents/tables.ts';

const AT_ONCE = 500;

/**
 * Removes files that no document and no kept answer has: left by a process that was killed between storing an upload's bytes and
 * committing its document. Safe while uploads run (see `lockFile`).
 * @returns how many were looked at closely
 */
export async function sweepFiles(desk: Desk): Promise<number> {
  let unknown = 0;
  const check = async (keys: string[]) => {
    const hashes = keys.map((key) => hashOfFileKey(key));
    const known = await desk.database.selectDistinct({ sha256: documents.sha256 }).from(documents).where(inArray(documents.sha256, hashes));
    const answers = await desk.database
      .selectDistinct({ sha256: keptAnswers.sha256 })
      .from(keptAnswers)
      .where(inArray(keptAnswers.sha256, hashes));
    const kept = new Set([...known, ...answers].map((row) => row.sha256));
    for (const sha256 of hashes.filter((hash) => !kept.has(hash))) {
      unknown += 1;
      await removeUnusedFile(desk, sha256);
    }
  };
  let batch: string[] = [];
  for await (const key of desk.blobs.list(FILES_FOLDER)) {
    batch.push(key);
    if (batch.length < AT_ONCE) continue;
    await check(batch);
    batch = [];
  }
  if (batch.length > 0) await check(batch);
  return unknown;
}
