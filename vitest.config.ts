import { defineConfig } from 'vitest/config';
import { ResultsReporter } from './scripts/results-reporter.mjs';

const resultsFile = process.env.TEST_RESULTS_FILE;

export default defineConfig({
  test: {
    include: ['{lib,app,components,programs}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['./vitest.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: resultsFile ? ['default', new ResultsReporter(resultsFile)] : ['default'],
    // a second try on machines shared with others; `npm test` names the tests that needed it
    retry: process.env.CI ? 1 : 0,
  },
});
