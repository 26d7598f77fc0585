/** What a check found. `facts`: what was looked at, with figures. `faults`: what is wrong, each with what it is about. */
export type VerifyReport = { facts: string[]; faults: string[] };

const MOST_NAMED = 20;

/** Faults of one kind, at most 20 of them by name. */
export function listFaults<T>(names: readonly T[], say: (name: T) => string): string[] {
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED).map(say), ...(more > 0 ? [`… and ${more} more of this kind.`] : [])];
}
