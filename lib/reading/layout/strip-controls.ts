/** Text without control characters other than tab and line ends. */
export function stripControls(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}
