import { replaceEqualDeep } from '@tanstack/react-query';

/** Answers in which an object has `__proto__` for a key, a field's name for instance. */
const uncopied = new WeakSet<object>();

/** Reads an answer's JSON; undefined for text that is none. */
export function parseAnswer(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null && text.includes('"__proto__"')) uncopied.add(answer);
    return answer;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what did not change the same object, as React Query does by itself; but its copies would lose a key `__proto__`,
 * so an answer that has one is taken as it came.
 */
export function shareStructure(before: unknown, after: unknown): unknown {
  return typeof after === 'object' && after !== null && uncopied.has(after) ? after : replaceEqualDeep(before, after);
}
