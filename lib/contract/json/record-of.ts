import { z } from 'zod';

const PROTO = '__proto__';

/**
 * As `z.record(z.string(), value)`, for records whose keys come from outside. zod leaves an own key `__proto__` out, so
 * that a field of that name would vanish; here it is kept, as a key like any other. `value` must check synchronously.
 */
export function recordOf<V extends z.ZodType>(value: V): z.ZodRecord<z.ZodString, V> {
  return new RecordOf({ type: 'record', keyType: z.string(), valueType: value }) as unknown as z.ZodRecord<z.ZodString, V>;
}

const RecordOf = z.core.$constructor<z.ZodRecord>('RecordOf', (record, definition) => {
  z.ZodRecord.init(record, definition as z.core.$ZodRecordDef);
  const parse = record._zod.parse;
  record._zod.parse = (payload, context) => {
    const given = payload.value;
    const parsed = parse(payload, context);
    if (parsed instanceof Promise || typeof given !== 'object' || given === null || !Object.hasOwn(given, PROTO)) return parsed;
    const descriptor = Object.getOwnPropertyDescriptor(given, PROTO) as PropertyDescriptor;
    const inner = record._zod.def.valueType._zod.run({ value: descriptor.value, issues: [] }, context);
    if (inner instanceof Promise) throw new z.core.$ZodAsyncError();
    parsed.issues.push(...z.core.util.prefixIssues(PROTO, inner.issues));
    if (typeof parsed.value === 'object' && parsed.value !== null)
      Object.defineProperty(parsed.value, PROTO, { value: inner.value, enumerable: true, configurable: true, writable: true });
    return parsed;
  };
});
