import { buildPrograms } from './scripts/build-programs.mjs';

/** Child processes run from dist/, so they are built before any test. */
export default async function setup(): Promise<void> {
  await buildPrograms();
}
