import { readFileSync } from 'node:fs';
import path from 'node:path';

// Not from where this file lies: the pictures are taken with a bundle of it.
const SAMPLES = path.resolve('samples');

/** What the sample documents say, by file name. */
export const TRUTH = JSON.parse(readFileSync(path.join(SAMPLES, 'truth.json'), 'utf8')) as Record<string, Record<string, unknown>>;

/** Path of a sample document. */
export function samplePath(file: string): string {
  return path.join(SAMPLES, file);
}
