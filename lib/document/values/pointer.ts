import { jsonPointer } from '#lib/contract/json/json-pointer.ts';

/** Splits a JSON Pointer (RFC 6901) into its unescaped parts: `/line_items/0/amount` → `['line_items', '0', 'amount']`. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Joins parts to a JSON Pointer (RFC 6901). */
export function formatPointer(...parts: (string | number)[]): string {
  return jsonPointer(parts);
}
