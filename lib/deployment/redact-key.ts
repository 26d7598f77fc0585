import { isRecord } from './read-status.ts';

/** What stands in the place of a key. */
const REDACTED = '[key removed]';
/** A shorter key may be a word of a document; of it only what a header says of it is taken out. */
const SHORTEST = 8;

/** Takes an API key out of what a deployment says. */
export type Redactor = {
  /** Of a text, whichever way the key may be written in it: plain, in JSON, in a URL, in base64; also when it is cut off after its half. */
  text: (text: string) => string;
  /** Of the names and texts of a JSON value, for what escapes hide in its text. */
  value: <T>(value: T) => T;
};

/** @param apiKey empty = nothing is taken out */
export function createRedactor(apiKey: string): Redactor {
  const written = apiKey.length >= SHORTEST ? writtenForms(apiKey) : writtenForms(`Bearer ${apiKey}`).filter(() => apiKey !== '');
  const half = apiKey.length >= 2 * SHORTEST ? apiKey.slice(0, Math.ceil(apiKey.length / 2)) : null;
  const text = (said: string) => {
    let rest = said;
    for (const form of written) rest = rest.replaceAll(form, REDACTED);
    return half === null ? rest : redactBeginnings(rest, apiKey, half);
  };
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (!isRecord(given)) return given;
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [text(name), value(inner)]));
  };
  return { text, value: value as <T>(value: T) => T };
}

function writtenForms(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  return [
    ...new Set([secret, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(secret), base64(secret), base64(`Bearer ${secret}`)]),
  ];
}

/** The key as far as it goes, where a text has it from its first letter on to its half or further. */
function redactBeginnings(text: string, apiKey: string, half: string): string {
  let redacted = '';
  let from = 0;
  for (let at = text.indexOf(half); at >= 0; at = text.indexOf(half, from)) {
    let end = at + half.length;
    while (end < text.length && text[end] === apiKey[end - at]) end += 1;
    redacted += text.slice(from, at) + REDACTED;
    from = end;
  }
  return redacted + text.slice(from);
}
