import path from 'node:path';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { createChildPool } from '#lib/platform/children/child-pool.ts';
import { ChildTaskError } from '#lib/platform/children/run-child-task.ts';
import type { Config } from '#lib/platform/config.ts';
import type { ExtractionTask } from './extraction-task.ts';
import type { Learned, LessonTask, SentLesson } from './lesson-task.ts';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const WARM_MS = 300_000;

const FAILURES: Partial<Record<ChildTaskError['reason'], string>> = {
  failed: 'The fields could not be extracted from this document.',
  crashed: 'The extraction ended unexpectedly on this document.',
  out_of_memory: 'The extraction needed more memory than is allowed.',
  timed_out: 'The extraction took longer than is allowed.',
  too_much_output: 'The result of the extraction is too large.',
};

/** Child processes that work off jobs, with the limits of reading. */
export type ExtractionPool = {
  /** @param urgent goes before others, and has a child started where all are at work. @throws ChildTaskError */
  run: (task: ExtractionTask, signal: AbortSignal, urgent?: boolean) => Promise<Record<string, unknown>>;
  /** Learns from an approved document; goes behind what waits already. @throws ChildTaskError */
  learn: (task: Omit<LessonTask, 'kind'>, signal: AbortSignal) => Promise<Learned>;
  /** What to tell about a task that failed for good; null when another attempt could succeed. */
  describeFailure: (error: unknown, lastAttempt: boolean) => Failure | null;
  /** Starts a child ahead of the first task and has it work on a made-up page; later each that takes its place. @throws ChildTaskError */
  warm: () => Promise<unknown>;
  stop: () => Promise<void>;
};

export function createExtractionPool({ rootDir, reading, service }: Config): ExtractionPool {
  const pool = createChildPool({
    entry: path.join(rootDir, 'dist', 'service-extraction-child.mjs'),
    size: Math.min(reading.processes, service.workerConcurrency),
    memoryMb: reading.memoryMb,
  });
  const limits = { timeoutMs: reading.timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES };
  return {
    run: async (task, signal, urgent = false) => (await pool.run(task, { ...limits, signal, urgent })) as Record<string, unknown>,
    async learn(task, signal) {
      const { lesson, sketch } = (await pool.run({ kind: 'lesson', ...task } satisfies LessonTask, { ...limits, signal })) as SentLesson;
      return { lesson, sketch: Uint32Array.from(sketch) };
    },
    describeFailure(error, lastAttempt) {
      if (!(error instanceof ChildTaskError) || (error.reason === 'crashed' && !lastAttempt)) return null;
      const message = FAILURES[error.reason];
      return message ? { code: 'extraction_failed', message } : null;
    },
    warm: () => pool.keepWarm(['warm'], { timeoutMs: WARM_MS, maxOutputBytes: MAX_OUTPUT_BYTES }),
    stop: () => pool.stop(),
  };
}
