import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.COUNTERSIGN_E2E_PORT ?? 3471);
const chromium = [process.env.COUNTERSIGN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'e2e',
  // One desk, one person after the other: the tests share a server and its documents.
  workers: 1,
  // so many are no accident: a broken product is told soon
  maxFailures: process.env.CI ? 20 : 0,
  fullyParallel: false,
  // for a machine that is ten times slower than a quiet one, or stands still for a while
  timeout: 420_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI
    ? [['line'], ['json', { outputFile: 'test-results/e2e.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    acceptDownloads: true,
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'first start', testMatch: /first-start\.spec\.ts/ },
    { name: 'desk', testIgnore: /first-start\.spec\.ts/, dependencies: ['first start'], use: { storageState: 'test-results/admin.json' } },
  ],
  webServer: {
    command: `node e2e/start-desk.mjs ${port}`,
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 90_000 },
    stdout: 'pipe',
  },
});
