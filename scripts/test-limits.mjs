// How long tests may take. One place for Vitest, Playwright and the chain, because the reason is the same: a machine of continuous
// integration may be ten times slower than a quiet one, or stand still for a while. A limit only ends what hangs; no test waits for it.

/** A unit, operation or component test, and each of its hooks. */
export const TEST_MS = 300_000;
/** A walk through the whole product. */
export const BROWSER_TEST_MS = 420_000;
/** Until something that is expected to come has come. */
export const EXPECT_MS = 60_000;
/** Ending what a test run started. */
export const TEARDOWN_MS = 60_000;
/** Start and end of the server of the browser tests. */
export const SERVER_START_MS = 300_000;
export const SERVER_STOP_MS = 90_000;
/** A step of the chain. On a slow machine the longest take a quarter of an hour. */
export const STEP_MS = 45 * 60_000;
/** After so many failed tests a run under CI ends: the product is broken. */
export const MOST_FAILED = 20;
