/** Filler of machine-readable zones. */
export const FILLER = '<';

const WEIGHTS = [7, 3, 1];

/** The check digit of a part of a machine-readable zone (ICAO Doc 9303-3, 4.9): digits count themselves, A = 10 … Z = 35, fillers 0. */
export function mrzCheckDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? FILLER;
    sum += (sign === FILLER ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[at % 3] ?? 0);
  }
  return String(sum % 10);
}

/** Letters that recognition takes digits for, with the digits they may be, likeliest first. */
const DIGITS_OF_LETTER: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  J: '1',
  Z: '2',
  S: '58',
  B: '8',
  G: '6',
  T: '7',
  A: '4',
};
/** Letters and digits that are taken for each other where both may stand. */
const LIKE_SIGN: Readonly<Record<string, string>> = { O: '0', 0: 'O', I: '1', 1: 'I', B: '8', 8: 'B', S: '5', 5: 'S', Z: '2', 2: 'Z' };
const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' };

/** A text of an alphabet of letters only, with digits read as the letters they look like. */
export function asLetters(text: string): string {
  return text.replace(/\d/g, (digit) => LETTER_OF_DIGIT[digit] ?? digit);
}

/** What a sign may be: each possibility with what it costs to believe it. */
export type Choice = { sign: string; cost: number };

/** What a sign may be in a part of digits: letters are digits that they look like. */
export function digitChoices(sign: string): Choice[] {
  const meant = DIGITS_OF_LETTER[sign];
  if (meant) return [...meant].map((digit, at) => ({ sign: digit, cost: at }));
  return /\d/.test(sign) ? [{ sign, cost: 0 }] : [];
}

/** What a sign may be in a part of letters and digits. */
export function signChoices(sign: string): Choice[] {
  const like = LIKE_SIGN[sign];
  return like
    ? [
        { sign, cost: 0 },
        { sign: like, cost: 1 },
      ]
    : [{ sign, cost: 0 }];
}

export type CheckedText = { text: string; changes: number };

/** Cost at most of the changes that make a check digit right. */
const MOST_CHANGES = 2;

/**
 * A part whose check digit is right: as it stands, or with the fewest changes to look-alikes. Null when several ways are equally
 * near, or none is near.
 * @param check the check digit as recognised
 * @param isValid what else must be true of the part (a day of the calendar)
 * @param most cost of the changes at most
 */
export function repairPart(
  part: string,
  check: string,
  choicesOf: (sign: string) => Choice[],
  isValid: (text: string) => boolean = () => true,
  most = MOST_CHANGES,
): CheckedText | null {
  const wanted = new Map(digitChoices(check === FILLER ? '0' : check).map(({ sign, cost }) => [sign, cost]));
  if (wanted.size === 0) return null;
  const choices = [...part].map(choicesOf);
  const found = new Map<string, number>();
  const visit = (at: number, text: string, changes: number): void => {
    const options = choices[at];
    if (options) {
      for (const { sign, cost } of options) if (changes + cost <= most) visit(at + 1, text + sign, changes + cost);
      return;
    }
    const total = changes + (wanted.get(mrzCheckDigit(text)) ?? most + 1);
    if (total <= most && isValid(text)) found.set(text, total);
  };
  visit(0, '', 0);
  const least = Math.min(...found.values());
  const nearest = [...found].filter(([, changes]) => changes === least);
  const [text, changes] = nearest[0] ?? [];
  return text === undefined || changes === undefined || nearest.length > 1 ? null : { text, changes };
}
