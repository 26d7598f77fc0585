/**
 * A function that tells the day, `YYYY-MM-DD`, at which a moment is in a time zone.
 * @param timeZone IANA name; one that this machine does not know counts as UTC
 */
export function dayInZone(timeZone: string): (at: Date) => string {
  const format = formatFor(timeZone);
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory', numberingSystem: 'latn' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });
  }
}

/** The last days up to the one of `last`, oldest first. @param day as `dayInZone` tells it @param count how many */
export function listLastDays(last: string, count: number): string[] {
  const [year = 0, month = 1, day = 1] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1, day - (count - 1 - index))).toISOString().slice(0, 10),
  );
}
