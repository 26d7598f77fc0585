import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * One hash over files and whole folders, for building only what changed. Tests do not count, and what is not there is left out.
 * @param {string} root @param {readonly string[]} sources paths below it
 */
export function hashSources(root, sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const place = path.join(root, source);
    if (!existsSync(place)) continue;
    const names = statSync(place).isFile()
      ? [source]
      : readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
          .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
    for (const name of names.sort())
      hash
        .update(`${name}\0`)
        .update(readFileSync(path.join(root, name)))
        .update('\0');
  }
  return hash.digest('hex');
}
