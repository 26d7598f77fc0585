const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [...'"\\-09'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];
/** Numbers of so few characters, without an exponent, always come back as they were. */
const SURE_LENGTH = 16;
/** Longer numbers than any that a double has. */
const LONGEST = 400;
const IN_NUMBER = /[\d.eE+-]*/y;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The first number of a valid JSON text that JavaScript cannot keep: beyond 2^53, beyond a double's range or with more
 * digits than it has. `1.0`, `1e2` and `10000000000000000000000` are kept, their value comes back.
 */
export function findLostNumber(json: string): string | null {
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      IN_NUMBER.lastIndex = at;
      const number = IN_NUMBER.exec(json)?.[0] ?? '';
      if (!isKept(number)) return number;
      at += number.length;
    } else at += 1;
  }
  return null;
}

function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isKept(number: string): boolean {
  if (number.length < SURE_LENGTH && !/[eE]/.test(number)) return true;
  if (number.length > LONGEST) return false;
  const kept = Number(number);
  return Number.isFinite(kept) && decimalOf(number) === decimalOf(String(kept));
}

/** Digits and power of ten, the same for all ways to write a number. */
function decimalOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
