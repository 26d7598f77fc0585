/**
 * A header field that is a word with parameters, such as `Content-Type` and `Content-Disposition`. `value` and the names of the
 * parameters are in lower case; of a parameter given twice the first counts.
 */
export type Field = { value: string; parameters: ReadonlyMap<string, string> };

/** Longer fields hold nothing that is looked for. Characters. */
const LONGEST_FIELD = 8 * 1024;
const TOKEN = String.raw`[\w!#$&^.*+'%-]+`;
const COMMENT = /"(?:[^"\\]|\\.)*"|(^|\s)\([^()]*\)/g;
const VALUE = /^[\s"'<]*([\w!#$&^.+-]+(?:\s*\/\s*[\w!#$&^.+-]+)?)(?![\w!#$&^.+-]|\s*=)/;
const PARAMETER = new RegExp(String.raw`[\s;,"]*(${TOKEN})\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|'([^';]*)'|([^;]*))`, 'y');
const NEXT_PARAMETER = new RegExp(String.raw`[\s,]+${TOKEN}\s*=`);
const WELL_FORMED = new RegExp(
  String.raw`^\s*[\w!#$&^.+-]+(?:/[\w!#$&^.+-]+)?(?:\s*;\s*${TOKEN}\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s"',;]+(?:'[^\s"',;]*)*))*\s*;?\s*$`,
);
const BARE = new RegExp(`^${TOKEN}$`);

/**
 * Reads a field as far as it can be understood (RFC 2045, 5.1): any case, comments, spaces around the signs, quotes that are
 * single, missing or not closed, commas and blanks in place of semicolons. Never throws; `value` is empty where there is none.
 */
export function parseField(text: string): Field {
  const parameters = new Map<string, string>();
  const plain = text.slice(0, LONGEST_FIELD).replace(COMMENT, (found, before: string | undefined) => before ?? found);
  const found = VALUE.exec(plain);
  for (let at = found?.[0].length ?? 0; at < plain.length; ) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(plain);
    if (!match) {
      const next = plain.indexOf(';', at);
      at = next < 0 ? plain.length : next + 1;
      continue;
    }
    const [all, name = '', quoted, apostrophed, bare = ''] = match;
    const next = quoted === undefined && apostrophed === undefined ? NEXT_PARAMETER.exec(bare) : null;
    at += next ? all.length - bare.length + next.index : all.length;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? apostrophed ?? trimmed(next ? bare.slice(0, next.index) : bare);
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return { value: (found?.[1] ?? '').replace(/\s+/g, '').toLowerCase(), parameters };
}

/** True for a field that every parser understands in the same way. */
export function isWellFormed(text: string): boolean {
  return text.length <= LONGEST_FIELD && WELL_FORMED.test(text);
}

/** The field as it should be written. */
export function writeField({ value, parameters }: Field): string {
  const written = [...parameters].map(([name, each]) => `; ${name}=${BARE.test(each) ? each : `"${each.replace(/["\\]/g, '\\$&')}"`}`);
  return value + written.join('');
}

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n,"'.includes(text[end - 1]!)) end--;
  return text.slice(0, end).trimStart();
}
