/**
 * The value of a key that comes from outside (a field's name, a column), undefined when the record has none of its own.
 * Every object answers to `constructor` and `toString`; a field may have these names too.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
