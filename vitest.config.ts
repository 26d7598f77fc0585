import { defineConfig } from 'vitest/config';
import { ResultsReporter } from './scripts/results-reporter.mjs';

const resultsFile = process.env.TEST_RESULTS_FILE;

export default defineConfig({
  test: {
    include: ['{lib,app,components,programs,training}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['./vitest.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // for a machine that is ten times slower than a quiet one, or stands still for a while
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: resultsFile ? ['default', new ResultsReporter(resultsFile)] : ['default'],
  },
});
