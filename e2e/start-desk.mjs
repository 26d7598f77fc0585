// node e2e/start-desk.mjs PORT: the built product on an empty data folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-e2e-'));
const desk = spawn(process.execPath, ['dist/launcher.mjs'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: process.argv[2],
    HOST: '127.0.0.1',
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_SET_UP_TOKEN: 'e2e-set-up-token-0123456789',
    COUNTERSIGN_API_KEY: 'e2e-key-0123456789abcdef0123456789abcdef',
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => desk.kill(signal));
desk.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
