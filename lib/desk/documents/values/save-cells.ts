import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { documentCells } from './tables.ts';

type Cell = typeof documentCells.$inferSelect;

/** Writes the columns of a document whose cells are others now, each as a whole: the correction of a cell writes one column. */
export async function saveCells(transaction: Transaction, documentId: string, after: readonly Cell[]): Promise<void> {
  const before = await transaction
    .select()
    .from(documentCells)
    .where(eq(documentCells.documentId, documentId))
    .orderBy(documentCells.field, documentCells.place);
  const [were, are] = [cellsByColumn(before), cellsByColumn(after)];
  const changed = [...new Set([...were.keys(), ...are.keys()])].filter((field) => sayCells(were.get(field)) !== sayCells(are.get(field)));
  const gone = changed.filter((field) => were.has(field));
  if (gone.length > 0)
    await transaction.delete(documentCells).where(and(eq(documentCells.documentId, documentId), inArray(documentCells.field, gone)));
  const come = changed.flatMap((field) => are.get(field) ?? []);
  if (come.length > 0) await transaction.insert(documentCells).values(come);
}

function cellsByColumn(cells: readonly Cell[]): Map<string, Cell[]> {
  const columns = new Map<string, Cell[]>();
  for (const cell of cells) {
    const column = columns.get(cell.field) ?? [];
    column.push(cell);
    columns.set(cell.field, column);
  }
  return columns;
}

function sayCells(cells: readonly Cell[] = []): string {
  return JSON.stringify(cells.map(({ schemaId, folded, number, date }) => [schemaId, folded, number, date]));
}
