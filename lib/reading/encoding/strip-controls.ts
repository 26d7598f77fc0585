/** Text without control characters other than tab and line ends. */
export function stripControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** Soft hyphen, zero-width space and word joiner say where a line may break; a reader does not see them. */
const BREAK_HINTS = /[\u00ad\u200b\u2060]/g;

/** Text as a reader sees it: no control characters, no invisible hints for line breaks. */
export function visibleText(text: string): string {
  return stripControls(text).replace(BREAK_HINTS, '');
}

/** True for text of which nothing is seen: joiners, marks without a letter, as mails put them before their preview. */
export function isInvisible(text: string): boolean {
  return /^[\p{Cf}\p{M}\u{115f}\u{1160}\u{3164}\u{2800}]+$/u.test(text);
}
