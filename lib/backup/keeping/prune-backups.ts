import { BackupError } from '../backup-error.ts';
import { forEachAtOnce } from '../files/at-once.ts';
import { startProgress, type Tell } from '../progress.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';

const AT_ONCE = 8;

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
export async function pruneBackups(
  repository: Repository,
  { keep, made }: { keep: number; made: string },
  tell: Tell,
): Promise<{ backups: number; objects: number }> {
  const ids = await repository.list();
  if (!ids.includes(made)) throw new BackupError(`The backup ${made} is no longer there. Nothing was removed.`);
  const others = ids.filter((id) => id !== made);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  const needed = new Set<string>();
  for (const id of ids.filter((one) => !old.includes(one))) {
    for (const sha256 of listObjects(await repository.read(id))) needed.add(repository.objects.nameOf(sha256));
  }
  for (const id of old) await repository.remove(id);
  const unneeded: string[] = [];
  for await (const name of repository.objects.list()) if (!needed.has(name)) unneeded.push(name);
  const progress = startProgress(tell, 'objects removed', unneeded.length);
  await forEachAtOnce(unneeded, AT_ONCE, async (name) => {
    await repository.objects.remove(name);
    progress.add(1, 0);
  });
  progress.end();
  return { backups: old.length, objects: unneeded.length };
}
