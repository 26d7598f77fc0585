import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskClient } from '../../product/desk-client.ts';
import type { Inflicted } from './inflict-faults.ts';

/** Requests that succeeded: when each was sent, and when it was answered. */
export type Answers = { sentAt: number; at: number }[];

const EVERY_MS = 250;

/** Asks for the list and for a file, which takes a desk, the database and the storage, again and again until the signal. */
export async function watchAnswers(desk: DeskClient, fileId: () => string | undefined, signal: AbortSignal): Promise<Answers> {
  const answers: Answers = [];
  while (!signal.aborted) {
    const sentAt = Date.now();
    const id = fileId();
    const [list] = await Promise.all([
      desk.get('/api/documents?page_size=1').catch(() => null),
      id ? desk.download(`/api/documents/${id}/content`) : null,
    ]).catch(() => [null]);
    if (list?.status === 200) answers.push({ sentAt, at: Date.now() });
    await sleep(EVERY_MS);
  }
  return answers;
}

/** How long after the beginning of the fault a request was answered that was sent after it; null where none was. */
export function timeToAnswer({ at }: Inflicted, answers: Answers): number | null {
  const first = answers.find(({ sentAt }) => sentAt >= at);
  return first ? first.at - at : null;
}

/** A line for each kind of fault: how many, and the longest and the median time until a request succeeded again. */
export function tableOfFaults(inflicted: readonly Inflicted[], answers: Answers): string[] {
  const kinds = new Map<string, Inflicted[]>();
  for (const one of inflicted) kinds.set(one.fault.kind, [...(kinds.get(one.fault.kind) ?? []), one]);
  const lines = [...kinds].map(([kind, all]) => {
    const times = all.map((one) => timeToAnswer(one, answers)).sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
    const write = (ms: number | null | undefined) => (ms === null || ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`);
    const idle = all.filter(({ note }) => note).length;
    return [
      kind.padEnd(16),
      String(all.length).padStart(6),
      write(times[Math.floor(times.length / 2)]).padStart(9),
      write(times.at(-1)).padStart(9),
      String(idle).padStart(14),
    ].join('');
  });
  return [`${'fault'.padEnd(16)} count   median  longest   came to nothing`, ...lines.sort()];
}
