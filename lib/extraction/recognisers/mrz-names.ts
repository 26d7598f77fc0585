import { stateOfCode } from './issuing-states.ts';
import { asLetters, FILLER } from './mrz-check.ts';

/** The state that a three-letter part names, with digits read as the letters they look like; null for none. */
export function stateAt(text: string): string | null {
  const code = asLetters(text).replace(/<+$/, '');
  return stateOfCode(code) ? code : null;
}

/** Where the part of names begins in an upper line, and the issuing state before it. */
export type UpperLine = { kind: string; state: string; rest: string };

/** Places at which the state's code may begin: the third sign, or near it where recognition lost or added one. */
const STATE_AT = [2, 1, 3];

/** Reads the beginning of an upper line: what sort of document it is (`P`, `V`, `I`, `A`, `C`) and who issued it. */
export function readUpperLine(line: string): UpperLine | null {
  if (!/^[PVIAC]/.test(line)) return null;
  for (const at of STATE_AT) {
    const state = stateAt(line.slice(at, at + 3));
    if (state) return { kind: line.slice(0, 1), state, rest: line.slice(at + 3) };
  }
  return null;
}

export type PersonNames = { surname: string | null; given: string | null };

/**
 * Splits the names of a line (ICAO Doc 9303-3, 4.6): two fillers between surname and given names, one between their parts. What stands
 * behind further fillers is noise of recognition, and so is a last part K (a filler); a name that runs to the end of a line which was
 * cut short is left out.
 */
export function readNames(text: string, isCut: boolean): PersonNames {
  const parts = asLetters(text).split(/<{2,}/);
  const isWhole = (at: number) => at < parts.length - 1 || !isCut;
  const nameOf = (at: number) => {
    const name = (parts[at] ?? '')
      .split(FILLER)
      .filter(Boolean)
      .join(' ')
      .replace(/(?: K)+$/, '');
    return name && isWhole(at) ? name : null;
  };
  return parts.length < 2 && isCut ? { surname: null, given: null } : { surname: nameOf(0), given: nameOf(1) };
}
