// escapes are taken in pairs, so that an escaped backslash before "u0000" stays what it is
const ESCAPES = /\\(?:(u0000)|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs;
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * The JSON of an answer as the database can keep it: without the character NUL, and with U+FFFD for each half of a character.
 * @throws SyntaxError
 */
export function parseAnswer(text: string): unknown {
  if (!UNSTORABLE.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(ESCAPES, (escaped, nul, half) => (nul ? '' : half ? '\\ufffd' : escaped)));
}
