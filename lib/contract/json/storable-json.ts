const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const HALVES = new RegExp(HALF.source, 'g');
const LONE_SURROGATE_OR_NUL = /\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/;

/** False for text that PostgreSQL cannot keep: the character NUL and halves of characters. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !HALF.test(text);
}

/** The value with NUL left out and halves of characters replaced by U+FFFD; the value itself when there are none. */
export function toStorable<T>(value: T): T {
  return LONE_SURROGATE_OR_NUL.test(JSON.stringify(value) ?? '') ? (clean(value) as T) : value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]));
  }
  return value;
}

/** The text without NUL, and with U+FFFD for each half of a character. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').replace(HALVES, '\uFFFD');
}
