/** Box signs of Unicode: true ticked, false empty, undefined for any other character. */
export function tickOf(character: string): boolean | undefined {
  if ('☑☒⮽🗹🗷'.includes(character)) return true;
  return '☐□❏❑'.includes(character) ? false : undefined;
}
