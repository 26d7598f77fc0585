import { isStorableText } from './storable-json.ts';

/** `keys`: members of all objects together. */
export type JsonLimits = { depth: number; keys: number };

/** What a request's body may hold. Its number of keys is bounded by its bytes. */
export const BODY_LIMITS: JsonLimits = { depth: 64, keys: Number.POSITIVE_INFINITY };

/**
 * Why a JSON value cannot be taken in, as a sentence for whoever sent it; null when it can. Text that PostgreSQL cannot
 * keep, and depth and size that other programs stumble over when they get it back. However deep the value is, the stack
 * is not.
 */
export function findJsonFault(value: unknown, { depth: deepest, keys: most }: JsonLimits = BODY_LIMITS): string | null {
  const rest: { value: object; depth: number }[] = [];
  let keys = 0;
  /** @returns false for text that cannot be kept */
  const take = (inner: unknown, depth: number): boolean => {
    if (typeof inner === 'string') return isStorableText(inner);
    if (typeof inner === 'object' && inner !== null) rest.push({ value: inner, depth });
    return true;
  };
  if (!take(value, 1)) return UNSTORABLE;
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.depth > deepest) return `It is nested more than ${deepest} levels deep. Reduce the nesting.`;
    if (Array.isArray(next.value)) {
      for (const inner of next.value) if (!take(inner, next.depth + 1)) return UNSTORABLE;
      continue;
    }
    for (const [key, inner] of Object.entries(next.value)) {
      keys += 1;
      if (keys > most) return `It has more than ${most} keys. Send less.`;
      if (!isStorableText(key) || !take(inner, next.depth + 1)) return UNSTORABLE;
    }
  }
  return null;
}

const UNSTORABLE = 'It contains the character NUL or an incomplete character.';
