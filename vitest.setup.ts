import type { TestProject } from 'vitest/node';
import { hasTestServer } from '#lib/platform/database/testing/test-database.ts';
import { startTestServer } from '#lib/platform/database/testing/test-server.ts';
import { buildPrograms } from './scripts/build-programs.mjs';
import { findFastFolder } from './scripts/find-tools.mjs';
import { findTestNeeds } from './scripts/test-needs.mjs';

/**
 * Before the tests, once for all projects: starts one database server for all of them and builds the programs that they run as child
 * processes, each only when one of the chosen files needs it. Gives back what ends the server.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (hasTestServer()) return undefined;
  const chosen = vitest.state.getPaths().filter((file) => !file.endsWith('.browser.test.tsx'));
  const needs = [...(await findTestNeeds(chosen)).values()];
  if (needs.some(({ programs }) => programs)) await buildPrograms({ tolerant: true });
  return needs.some(({ database }) => database) ? startTestServer({ rootDir: import.meta.dirname, top: findFastFolder() }) : undefined;
}
