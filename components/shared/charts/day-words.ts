/** A day, `YYYY-MM-DD`, in the words of the browser: by default `Mar 12`. */
export function dayWords(day: string, options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
