// NUL, or half of a character that takes two code units
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** False when any text or key inside a JSON value cannot be kept by PostgreSQL. However deep the value is, the stack is not. */
export function isStorable(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') {
      if (UNSTORABLE.test(next)) return false;
    } else if (Array.isArray(next)) {
      for (const inner of next) rest.push(inner);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) rest.push(key, inner);
    }
  }
  return true;
}
