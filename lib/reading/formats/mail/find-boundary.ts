/** A line that begins as boundaries do, with the header of a part behind it. */
const LOOKS_LIKE_ONE = /^--(\S[^\r\n]{0,99}?)[ \t]*\r?\n(?=Content-[\w-]{1,40}[ \t]*:)/gim;
/** Characters that are searched for a boundary that is not stated. */
const MOST_GUESSED = 8 * 1024 * 1024;

/** Characters that may still be searched in a mail: one with many multiparts whose boundaries never come would take hours. */
export type SearchBudget = { left: number };

/** A multipart whose parts are being listed. */
export type OpenMultipart = { boundary: string; last: string; isDigest: boolean };

/**
 * What the parts of a multipart are parted by: the boundary that it states where such a line stands behind its header, else the
 * first line that looks like one. Null when there is none; then the body is no parts but a text.
 * @param open multiparts around this one, whose boundaries are not its own
 */
export function findBoundary(
  mail: string,
  bodyStart: number,
  stated: string,
  { open, budget }: { open: readonly OpenMultipart[]; budget: SearchBudget },
): string | null {
  const plain = stated.trimEnd();
  for (const each of plain === '' ? [] : [plain, `'${plain}'`]) {
    if (budget.left <= 0) return plain;
    if (hasLine(mail, bodyStart, each, budget)) return each;
  }
  if (budget.left <= 0) return null;
  const searched = mail.slice(bodyStart, bodyStart + MOST_GUESSED);
  LOOKS_LIKE_ONE.lastIndex = 0;
  const match = LOOKS_LIKE_ONE.exec(searched);
  budget.left -= match ? match.index : searched.length;
  const found = match?.[1] ?? null;
  return open.some(({ boundary, last }) => found === boundary || found === last) ? null : found;
}

function hasLine(mail: string, from: number, boundary: string, budget: SearchBudget): boolean {
  if (mail.startsWith(`--${boundary}`, from)) return true;
  const at = mail.indexOf(`\n--${boundary}`, from - 1);
  budget.left -= (at < 0 ? mail.length : at) - from;
  return at >= 0;
}
