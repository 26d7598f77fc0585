import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,app,components,programs}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['./vitest.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
