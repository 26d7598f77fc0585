import type { ProblemError } from '#lib/contract/problems/problem-error.ts';

/** What every program stands on. */
export type Dependency = 'database' | 'storage';

/**
 * `away`: no answer, or one that says "not now" · `refused`: it answers and says no, which somebody must set right · `full`: no space left ·
 * `removing`: the file at hand is not to be touched, because a removal of it may still be under way; passes within minutes.
 */
export type OutageKind = 'away' | 'refused' | 'full' | 'removing';

/**
 * A fault of the infrastructure, never of the request or the document at hand: the same may succeed later. Thrown by the
 * database's connections (`toDatabaseError`) and the blob stores, which alone know what an error of theirs means.
 */
export class OutageError extends Error {
  override name = 'OutageError';
  readonly dependency: Dependency;
  readonly kind: OutageKind;

  /** @param message for the log: no key, no path, no address */
  constructor(dependency: Dependency, kind: OutageKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.dependency = dependency;
    this.kind = kind;
  }
}

const DEEPEST = 6;

/**
 * The outage behind an error, or null when the error is none. What is meant for the caller (a `ProblemError`, also one of a
 * deployment) is never an outage of ours, whatever caused it, except that there is no space left.
 */
export function findOutage(error: unknown): OutageError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST; at = at.cause, depth += 1) {
    // by name: a Next server may load the modules of one class twice
    if (at.name === 'OutageError') return at as OutageError;
    if (!('toProblem' in at)) continue;
    const isFull = (at as ProblemError).code === 'storage_full';
    return isFull ? new OutageError('storage', 'full', 'There is no space left.', { cause: at }) : null;
  }
  return null;
}
