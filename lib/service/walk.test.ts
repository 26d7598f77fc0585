import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startTestService } from './testing/start-test-service.ts';

const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

describe('the walk in docs/service.md', () => {
  it.runIf(hasCurl)('works as it is written, command by command', async () => {
    const commands = [...readFileSync('docs/service.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
    expect(commands.length).toBeGreaterThan(8);
    const test = await startTestService({ service: { host: '127.0.0.1', port: 0 } });
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-walk-'));
    try {
      const { host, port } = await test.service.startHttp();
      const env = { ...process.env, BASE: `http://${host}:${port}`, KEY: test.key };
      const run = promisify(execFile)('bash', ['-euxo', 'pipefail', '-c', commands.join('\n')], { cwd: folder, env, timeout: 280_000 });
      const outcome = await run.then(
        () => 'done',
        (error: { stderr: string }) => error.stderr.split('\n').slice(-8).join('\n'),
      );
      expect(outcome).toBe('done');
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
