import type { Log } from '../log.ts';
import { logTrouble } from '../log-trouble.ts';
import type { BlobStore } from './blob-store.ts';

const SWEEP_MS = 6 * 60 * 60 * 1000;

/**
 * Has a store remove what was left of blobs under way when their program was killed: now, and every six hours. Each program
 * that takes in or works on files does so, because each machine has a folder of its own for them. Returns how to stop it.
 */
export function sweepRegularly(blobs: Pick<BlobStore, 'sweep'>, log: Log | undefined, everyMs = SWEEP_MS): () => void {
  const sweep = () => void blobs.sweep().catch((error) => logTrouble(log, 'what was left of uploads could not be removed', error));
  sweep();
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
