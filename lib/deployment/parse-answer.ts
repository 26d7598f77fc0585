import { findJsonFault } from '#lib/contract/json/find-json-fault.ts';

// escapes are taken in pairs, so that an escaped backslash before "u0000" stays what it is
const ESCAPES = /\\(?:(u0000)|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;

/** Deeper answers are no document service's; whoever goes through them, or the database, would run out of stack. */
const LIMITS = { depth: 200, keys: Number.POSITIVE_INFINITY };

/**
 * The JSON of an answer as the database can keep it: without the character NUL, and with U+FFFD for each half of a character.
 * @throws SyntaxError also when it is nested too deeply
 */
export function parseAnswer(text: string): unknown {
  const storable = UNSTORABLE.test(text) ? text.replace(ESCAPES, (escaped, nul, half) => (nul ? '' : half ? '\\ufffd' : escaped)) : text;
  const answer: unknown = JSON.parse(storable);
  const fault = findJsonFault(answer, LIMITS);
  if (fault !== null) throw new SyntaxError(fault);
  return answer;
}
