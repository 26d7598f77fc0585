import { OutageError } from '../outage-error.ts';

/** @param by milliseconds since 1970 @throws OutageError when that moment has come: what was to be removed by then stays */
export function refuseLate(by: number): void {
  if (Date.now() >= by) throw new OutageError('storage', 'away', 'The file storage took too long to remove a file.');
}
