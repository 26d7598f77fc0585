import type { ReadLimits } from './adapter.ts';

/** Limits that fit documents people work on and stop what only looks like one. */
export const DEFAULT_LIMITS: ReadLimits = {
  maxPages: 2_000,
  maxPixels: 80_000_000,
  maxUnpackedBytes: 300_000_000,
  maxEntries: 10_000,
  maxRatio: 200,
  maxDepth: 5,
};

/** Languages expected in text recognition when nobody says which: all that the second reader knows. The first wins where words say nothing. */
export const DEFAULT_LANGUAGES: readonly string[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'];
