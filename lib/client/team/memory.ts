import {
  type ImportedPart,
  type MemoryEnd,
  type MemoryHeader,
  memoryEndSchema,
  memoryHeaderSchema,
  PART_BYTES,
  PART_EXAMPLES,
} from '#lib/contract/desk/schemas/memory-file.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { requestJson } from '../http/http.ts';

/** A memory file that is whole, as far as its first and its last line tell. */
export type MemoryFile = { file: Blob; header: MemoryHeader; examples: number };

/** What became of the examples of a file so far; of `sent` the desk has answered. */
export type ImportProgress = Pick<ImportedPart, 'imported' | 'known' | 'unusable'> & {
  sent: number;
  /** Where they are imported; null before the first part is through. */
  deployment: string | null;
};

/** No line of a memory file is longer. */
const LONGEST_LINE = 4 * 1024 * 1024;
const END_BYTES = 200;
const NO_MEMORY = 'This is no memory file. Export one from the “Learned” tab of a schema.';
/** Milliseconds that a part may take. */
const PART_LIMIT_MS = 120_000;

const pathOf = (schemaId: string) => `/api/schemas/${encodeURIComponent(schemaId)}/memory`;

/** Where what a schema has learned is downloaded as a file. */
export const exportMemoryPath = pathOf;

/** Looks at a file that somebody chose. @throws ProblemError `invalid_request` where it is no memory file, or is cut off */
export async function openMemoryFile(file: Blob): Promise<MemoryFile> {
  const first = await readFirst(file);
  const header = memoryHeaderSchema.safeParse(first);
  if (!header.success) throw unreadable(reasonOf(first));
  const end = await readEnd(file);
  if (!end) throw unreadable('The file is cut off: its end is missing. Export it again.');
  if (end.examples === 0) throw unreadable('Nothing was learned in this file.');
  return { file, header: header.data, examples: end.examples };
}

/**
 * Imports a memory file, part by part. May be repeated from the beginning: what is there already is replaced by the same.
 * @param options.signal ends it after the part that is under way
 * @throws ProblemError `invalid_request` for a line that cannot be read; else as `requestJson`
 */
export async function importMemoryFile(
  { file, header }: MemoryFile,
  schemaId: string,
  { onProgress, signal }: { onProgress: (progress: ImportProgress) => void; signal: AbortSignal },
): Promise<ImportProgress> {
  const origin = { schema_name: header.schema.name, exported_at: header.exported_at };
  let progress: ImportProgress = { sent: 0, imported: 0, known: 0, unusable: 0, deployment: null };
  for await (const examples of readParts(file)) {
    signal.throwIfAborted();
    const options = { method: 'POST', body: { examples, file: origin }, timeout: PART_LIMIT_MS } as const;
    const { imported, known, unusable, deployment } = await requestJson<ImportedPart>(pathOf(schemaId), options);
    progress = {
      sent: progress.sent + examples.length,
      imported: progress.imported + imported,
      known: progress.known + known,
      unusable: progress.unusable + unusable,
      deployment: deployment.name,
    };
    onProgress(progress);
  }
  return progress;
}

function unreadable(sentence: string): ProblemError {
  return new ProblemError('invalid_request', sentence);
}

function reasonOf(header: unknown): string {
  const { format, version } = typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {};
  if (format !== 'countersign-memory') return NO_MEMORY;
  if (version !== 1) return 'This file was exported by a later version. Update this desk, then import it.';
  return 'The file was changed: its first line cannot be read. Export it again.';
}

/** The examples of a file, in parts that the desk takes. */
async function* readParts(file: Blob): AsyncGenerator<unknown[]> {
  let part: unknown[] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  let isFirst = true;
  for await (const line of readLines(file)) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const example = parseLine(line);
    if (memoryEndSchema.safeParse(example).success) break;
    const size = encoder.encode(line).length;
    if (part.length > 0 && (part.length === PART_EXAMPLES || bytes + size > PART_BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(example);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw unreadable('The file was changed: a line of it cannot be read. Export it again.');
  }
}

/** The first line as JSON; null where it is none. */
async function readFirst(file: Blob): Promise<unknown> {
  try {
    for await (const line of readLines(file)) return parseLine(line);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  return null;
}

async function readEnd(file: Blob): Promise<MemoryEnd | null> {
  const text = await file.slice(Math.max(0, file.size - END_BYTES)).text();
  try {
    return memoryEndSchema.safeParse(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** The lines of a text that are not empty, read bit by bit. @throws ProblemError `invalid_request` for one without an end */
async function* readLines(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') yield line;
      if (done) return;
      if (rest.length > LONGEST_LINE)
        throw unreadable('A line of this file is longer than the desk accepts. Leave it out, then import the file.');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
