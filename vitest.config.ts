import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { answerInPage } from './components/testing/answer-in-page.ts';
import { axeInPage } from './components/testing/axe-in-page.ts';
import { BROWSER_ARGUMENTS, findInstalledBrowser } from './scripts/find-tools.mjs';
import { EXPECT_MS, TEARDOWN_MS, TEST_MS } from './scripts/test-limits.mjs';

/** Tests of components, which run in a browser. */
const COMPONENTS = '**/*.browser.test.tsx';

export default defineConfig({
  test: {
    maxWorkers: 4,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: TEARDOWN_MS,
    expect: { poll: { timeout: EXPECT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{lib,components,training,bench}/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS],
          globalSetup: ['./vitest.setup.ts'],
          pool: 'forks',
          // Files share a process: loading the same modules again for each one took as long as the tests themselves.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['{app,programs}/**/*.test.{ts,tsx}'],
          globalSetup: ['./vitest.setup.ts'],
          // Each of them is one whole program, which a process has once.
          pool: 'forks',
        },
      },
      {
        extends: true,
        publicDir: false,
        // Parts of Next that components use ask for settings that its build would have put there.
        define: { 'process.env': '{}' },
        optimizeDeps: { entries: ['components/**/*.{ts,tsx}'] },
        test: {
          name: 'components',
          include: [`components/${COMPONENTS}`],
          setupFiles: ['./components/testing/set-up.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            commands: { answerInPage, axeInPage },
            provider: playwright({ launchOptions: { executablePath: findInstalledBrowser(), args: BROWSER_ARGUMENTS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
