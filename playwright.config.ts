import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findInstalledBrowser } from './scripts/find-tools.mjs';
import { BROWSER_TEST_MS, EXPECT_MS, MOST_FAILED, SERVER_START_MS, SERVER_STOP_MS } from './scripts/test-limits.mjs';

const port = Number(process.env.COUNTERSIGN_E2E_PORT ?? 3471);

export default defineConfig({
  testDir: 'e2e',
  // Cleared at each start: other results lie beside it.
  outputDir: 'test-results/browser',
  // One desk, one person after the other: the tests share a server and its documents.
  workers: 1,
  maxFailures: process.env.CI ? MOST_FAILED : 0,
  fullyParallel: false,
  timeout: BROWSER_TEST_MS,
  expect: { timeout: EXPECT_MS },
  reporter: process.env.CI
    ? [['line'], ['json', { outputFile: 'test-results/e2e.json' }]]
    : [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // A trace shows what a failed test did and saw. Tracing takes about a twelfth of the run time.
    trace: process.env.COUNTERSIGN_E2E_TRACE ? 'retain-on-failure' : 'off',
    acceptDownloads: true,
    launchOptions: {
      executablePath: findInstalledBrowser(),
      args: BROWSER_ARGUMENTS,
    },
  },
  projects: [
    { name: 'first start', testMatch: /first-start\.spec\.ts/ },
    { name: 'desk', testIgnore: /first-start\.spec\.ts/, dependencies: ['first start'], use: { storageState: 'test-results/admin.json' } },
  ],
  webServer: {
    command: `node e2e/start-desk.mjs ${port}`,
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: SERVER_START_MS,
    gracefulShutdown: { signal: 'SIGTERM', timeout: SERVER_STOP_MS },
    stdout: 'pipe',
  },
});
