import { BackupError } from '../backup-error.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';

/** The hashes of all objects that a backup needs. */
export function listObjects({ tables, files, secrets }: Manifest): Set<string> {
  return new Set([secrets.sha256, ...tables.map(({ object }) => object.sha256), ...files.map(({ sha256 }) => sha256)]);
}

/**
 * Removes all backups but the newest ones, and then what no backup needs any more. When a manifest cannot be read nothing is removed,
 * because nobody knows what it needs.
 * @param keep how many backups stay, 1 or more
 * @param made the ID of the backup just made: it stays, whatever the clock said when others were made
 * @throws BackupError when the repository does not list it
 */
export async function pruneBackups(repository: Repository, keep: number, made: string): Promise<{ backups: number; objects: number }> {
  const ids = await repository.list();
  if (!ids.includes(made)) throw new BackupError(`The backup ${made} is not in the folder any more. Nothing was removed.`);
  const others = ids.filter((id) => id !== made);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  const needed = new Set<string>();
  for (const id of ids.filter((one) => !old.includes(one))) {
    for (const sha256 of listObjects(await repository.read(id))) needed.add(repository.objects.nameOf(sha256));
  }
  for (const id of old) await repository.remove(id);
  let objects = 0;
  for await (const name of repository.objects.list()) {
    if (needed.has(name)) continue;
    await repository.objects.remove(name);
    objects += 1;
  }
  return { backups: old.length, objects };
}
