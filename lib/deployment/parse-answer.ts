import { findJsonFault } from '#lib/contract/json/find-json-fault.ts';

// escapes are taken in pairs, so that an escaped backslash before "u0000" stays what it is
const ESCAPES = /\\(?:(u0000)|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;
/** What JSON has no word for, outside of strings. */
const NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs;
const FENCED = /^[^{["]*```[a-z0-9]*[^\S\n]*\n(.*?)\n[^\S\n]*```/is;
/** A text that holds JSON as a text is taken apart so often. */
const DEEPEST = 3;

/** Deeper answers are no document service's; whoever goes through them, or the database, would run out of stack. */
const LIMITS = { depth: 200, keys: Number.POSITIVE_INFINITY };

/**
 * The JSON of an answer as the database can keep it: without the character NUL, and with U+FFFD for each half of a character. What
 * stands for it is read too: JSON in a fenced block or as a text in JSON; NaN and the infinities are null.
 * @throws SyntaxError also when it is nested too deeply
 */
export function parseAnswer(text: string): unknown {
  const answer = openText(parseLoosely(text));
  const fault = findJsonFault(answer, LIMITS);
  if (fault !== null) throw new SyntaxError(fault);
  return answer;
}

/** The object or list that a text holds, as it is or in a fenced block; the value itself when it is no such text. */
export function openText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'string' || depth >= DEEPEST || !/^\s*[{[]|```/.test(value)) return value;
  try {
    return openText(parseLoosely(value), depth + 1);
  } catch {
    return value;
  }
}

function parseLoosely(text: string): unknown {
  const storable = UNSTORABLE.test(text) ? text.replace(ESCAPES, (escaped, nul, half) => (nul ? '' : half ? '\\ufffd' : escaped)) : text;
  try {
    return JSON.parse(storable);
  } catch (error) {
    const fenced = FENCED.exec(storable)?.[1];
    if (fenced !== undefined) return parseLoosely(fenced);
    const numbers = storable.replace(NO_NUMBER, (part) => (part.startsWith('"') ? part : 'null'));
    if (numbers === storable) throw error;
    return JSON.parse(numbers);
  }
}
