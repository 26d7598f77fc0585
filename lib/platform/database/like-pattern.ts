/** The pattern of `like` for texts that contain `part`, whatever signs it is made of. */
export function likePattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
