import { formatBytes } from '#lib/document/units/format-bytes.ts';

/** Told in words how far the work is. */
export type Tell = (line: string) => void;

/** Counts work and tells of it now and then. */
export type Progress = { add: (count: number, bytes: number) => void; end: () => void };

const EVERY_MS = 2_000;

/**
 * Tells how much is done every two seconds, and once at the end.
 * @param what in words, e.g. `files copied`
 * @param total when it is known
 */
export function startProgress(tell: Tell, what: string, total?: number): Progress {
  let done = 0;
  let size = 0;
  let toldAt = performance.now();
  const of = total === undefined ? '' : ` of ${formatCount(total)}`;
  const say = () => {
    toldAt = performance.now();
    tell(`${formatCount(done)}${of} ${what}${size > 0 ? `, ${formatBytes(size)}` : ''}`);
  };
  return {
    add(count, bytes) {
      done += count;
      size += bytes;
      if (performance.now() - toldAt > EVERY_MS) say();
    },
    end: say,
  };
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
