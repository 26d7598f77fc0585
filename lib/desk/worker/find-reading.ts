import type { Reading } from '#lib/contract/reading.ts';
import type { Desk } from '../desk.ts';
import { findPassword } from '../find-password.ts';
import type { Followed } from './followed.ts';
import { createGate } from './gate.ts';

/** Readings waited for at a time: each wait holds a connection of the database. */
const gates = new WeakMap<Desk, ReturnType<typeof createGate>>();

/** The desk's own reading of a document, made if need be; null when the file cannot be read here. Not for use inside a transaction. */
export async function findReading(desk: Desk, { row, signal }: Followed): Promise<Reading | null> {
  try {
    const gate = gates.get(desk) ?? createGate(desk.config.reading.processes);
    gates.set(desk, gate);
    if (!(await desk.reader.find(row.sha256))) {
      const password = await findPassword(desk, row.id);
      await gate(() => desk.reader.read({ sha256: row.sha256, name: row.name, password, signal }));
    }
    return await desk.reader.getReading(row.sha256);
  } catch (error) {
    if (signal.aborted) throw error;
    desk.log.info('the desk could not read a file itself', { document: row.id, code: (error as { code?: string }).code });
    return null;
  }
}
