import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reading } from '#lib/contract/service/reading.ts';
import { READING_VERSION } from '#lib/reading/model/reading-version.ts';
import { readFile } from '#lib/reading/read-file.ts';

const FOLDER = path.join(tmpdir(), `countersign-bench-readings-${process.getuid?.() ?? 0}`);
/** A folder of recognition models, as for the product. */
const MODELS = process.env.COUNTERSIGN_OCR_MODEL_DIR;

/**
 * The reading of a file, from the cache under the system's temporary folder when content, reading version and recognition models
 * are the same as before.
 * @param fresh read again even when a reading is kept
 */
export async function loadReading(file: string, fresh = false): Promise<Reading> {
  const models = MODELS ? `-${hashOf(path.join(MODELS, 'manifest.json')).slice(0, 8)}` : '';
  const kept = path.join(FOLDER, `${hashOf(file).slice(0, 32)}-${READING_VERSION}${models}.json`);
  if (!fresh)
    try {
      return JSON.parse(readFileSync(kept, 'utf8')) as Reading;
    } catch {
      // Not kept yet, or cut short: read it.
    }
  const reading = await readFile(file, MODELS ? { ocrModelDir: MODELS } : {});
  mkdirSync(FOLDER, { recursive: true });
  const part = `${kept}.${process.pid}`;
  writeFileSync(part, JSON.stringify(reading));
  renameSync(part, kept);
  return reading;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
