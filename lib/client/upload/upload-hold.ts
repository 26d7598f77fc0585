import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { requestNothing } from '../http/http.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const HEALTH_MS = 10_000;

/** What the uploads wait for, in words that follow "Waiting for"; null when waiting changes nothing. */
export function holdReason(error: unknown): string | null {
  if (error instanceof ConnectionError) return navigator.onLine === false ? 'the network' : 'the desk to answer';
  if (!(error instanceof ProblemError)) return null;
  if (error.status === 429) return 'a moment, because there are too many requests';
  if (error.status !== 503) return null;
  const dependency = error.extra?.dependency;
  if (dependency === 'storage') return 'the desk’s storage';
  return dependency === 'database' ? 'the desk’s database' : 'the desk, which is starting or stopping';
}

/** How long to wait, after so many waits in a row: what the desk asked for, else longer each time. Milliseconds. */
export function holdPause(error: unknown, waits: number): number {
  const asked = error instanceof ProblemError ? Number(error.headers['retry-after']) : Number.NaN;
  if (Number.isFinite(asked) && asked > 0) return Math.min(asked * 1000, 10 * LONGEST_MS);
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(waits, 10));
}

/** Whether the browser can still read a file that was chosen a while ago. */
export async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Whether the desk answers a small question now. */
export function isDeskThere(): Promise<boolean> {
  return requestNothing('/api/health', { timeout: HEALTH_MS }).then(
    () => true,
    () => false,
  );
}
