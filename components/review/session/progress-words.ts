/**
 * How far one is in the line: `12 of 86, about 9 min`; null for the only document of it.
 * @param pace seconds a document takes this person; null = not known yet
 */
export function progressWords({ done, waiting }: { done: number; waiting: number }, pace: number | null): string | null {
  if (waiting <= 0 || done + waiting <= 1) return null;
  const place = `${(done + 1).toLocaleString('en')} of ${(done + waiting).toLocaleString('en')}`;
  return pace === null ? place : `${place}, ${durationWords(waiting * pace)}`;
}

function durationWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} min`;
  const hours = Math.round(minutes / 30) / 2;
  return `about ${hours.toLocaleString('en')} h`;
}
