import { customType, pgSchema, timestamp } from 'drizzle-orm/pg-core';

export const deskRoom = pgSchema('desk');

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** A PostgreSQL transaction id that never wraps, as a JavaScript number (they stay far below 2^53). */
export const transactionId = customType<{ data: number; driverData: string }>({
  dataType: () => 'xid8',
  fromDriver: Number,
  toDriver: String,
});
/**
 * Any JSON value, also a string alone. Drizzle's own `jsonb` parses what the driver has parsed already, and takes the string "007"
 * for itself but "42" for a number.
 */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});
