import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';

/** A build writes several files; they are told together. */
const TOGETHER_MS = 100;

/**
 * Watches a folder of built programs and tells which got other content: their names without `.mjs`. Files that were written
 * anew with the same content are not told. Returns how to end it.
 */
export function watchBuilt(folder: string, onChange: (names: string[]) => void): () => void {
  const known = readHashes(folder);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const changed = [...readHashes(folder)].filter(([name, hash]) => known.get(name) !== hash);
    for (const [name, hash] of changed) known.set(name, hash);
    if (changed.length > 0) onChange(changed.map(([name]) => name));
  };
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(look, TOGETHER_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

function readHashes(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  return new Map(
    files.map((file) => [
      path.basename(file, '.mjs'),
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  );
}
