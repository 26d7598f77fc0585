/** How much is left in the line, in words, and what the figures mean. */
export type ProgressWords = { words: string; meaning: string };

/**
 * What is left in the line: `75 left, about 9 min`; null for the only document of it.
 * @param progress.waiting documents that wait, this one included
 * @param progress.done documents decided in this line before
 * @param pace seconds a document takes this person; null = not known yet
 */
export function progressWords({ done, waiting }: { done: number; waiting: number }, pace: number | null): ProgressWords | null {
  if (waiting <= 0 || done + waiting <= 1) return null;
  const left = `${waiting.toLocaleString('en')} left`;
  const decided = done > 0 ? `You have decided ${done.toLocaleString('en')} of this list.` : '';
  const time = pace === null ? '' : `The time is what they take if each takes ${pace.toLocaleString('en')} s, as your last ones did.`;
  return {
    words: pace === null ? left : `${left}, ${durationWords(waiting * pace)}`,
    meaning: ['Documents that wait for a review, this one included.', decided, time].filter(Boolean).join(' '),
  };
}

function durationWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} min`;
  const hours = Math.round(minutes / 30) / 2;
  return `about ${hours.toLocaleString('en')} h`;
}
