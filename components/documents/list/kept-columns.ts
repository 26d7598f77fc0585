import { fieldNameSchema } from '#lib/contract/service/extraction-schema.ts';

const KEY = 'countersign.list-columns';

function findAll(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The columns that this person chose last for documents of a schema. */
export function findKeptColumns(schemaId: string): string[] {
  const kept = findAll()[schemaId];
  return Array.isArray(kept) ? kept.flatMap((name) => fieldNameSchema.safeParse(name).data ?? []) : [];
}

/** Remembers them for the next time. */
export function keepColumns(schemaId: string, columns: readonly string[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...findAll(), [schemaId]: columns }));
}
