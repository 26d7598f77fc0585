/**
 * What the documents list's filter `approved` says of the last days, today among them, in the time zone of the browser.
 * @param of.isMine only what the person approved who looks
 */
export function approvedSince({ days, isMine }: { days: number; isMine: boolean }): string {
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1));
  return `${isMine ? 'me:' : ''}${first.toISOString()}`;
}
