import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '#lib/platform/database/testing/test-server.ts';
import { buildPrograms } from './scripts/build-programs.mjs';

/** Child processes run from dist/, so they are built before any test; the database server is started once for all. */
export async function setup(): Promise<() => Promise<void>> {
  await buildPrograms({ tolerant: true });
  return startTestServer(path.dirname(fileURLToPath(import.meta.url)));
}
