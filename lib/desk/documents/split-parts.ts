import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SplitPage } from '#lib/contract/desk/splitting.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { REMOVED } from '../audit/append-audit.ts';
import { auditEntries } from '../audit/tables.ts';
import type { DocumentRow } from './desk-document.ts';
import { documents, splitParts, splits } from './tables.ts';

/** A document that was made by a split in force, with the document it was made of, the split and the pages. */
export type Part = DocumentRow & { madeOf: string; splitId: string; pages: SplitPage[] };

/** The documents that were made of a document, and what was made of those in turn, level by level; parts whose split was undone are none. */
export function listParts(executor: Executor, documentId: string): Promise<Part[]> {
  return walkParts(documentId, (level) => selectParts(executor, level));
}

/** The same, locked until the transaction ends, as `removeTrees` wants them. */
export function lockParts(transaction: Transaction, documentId: string): Promise<Part[]> {
  return walkParts(documentId, (level) => selectParts(transaction, level).for('no key update'));
}

type Found = { row: DocumentRow; madeOf: string; part: { splitId: string; pages: SplitPage[] } };

async function walkParts(documentId: string, select: (level: string[]) => PromiseLike<Found[]>): Promise<Part[]> {
  const parts: Part[] = [];
  let level = [documentId];
  while (level.length > 0) {
    const found = (await select(level)).map(({ row, madeOf, part }) => ({ ...row, ...part, madeOf }));
    parts.push(...found);
    level = found.filter(({ state }) => state === 'split').map(({ id }) => id);
  }
  return parts;
}

function selectParts(executor: Executor, level: string[]) {
  return executor
    .select({ row: documents, madeOf: splits.documentId, part: { splitId: splitParts.splitId, pages: splitParts.pages } })
    .from(documents)
    .innerJoin(splitParts, eq(splitParts.documentId, documents.id))
    .innerJoin(splits, eq(splits.id, splitParts.splitId))
    .where(and(inArray(splits.documentId, level), isNull(splits.undoneAt)))
    .orderBy(asc(documents.id));
}

/** The parts among `parts` that are, or were made of, one of the documents. */
export function partsUnder(parts: readonly Part[], ids: readonly string[]): Part[] {
  const under = new Set(ids);
  // parts stand behind what they were made of
  for (const { id, madeOf } of parts) if (under.has(madeOf)) under.add(id);
  return parts.filter(({ id }) => under.has(id));
}

/**
 * The entries of the trail about parts of a document's latest split that were removed because the days of their schema were
 * over: a subquery. @param documentId the original's id, a column or a value
 */
export function expiredParts(documentId: SQL | typeof documents.id): SQL {
  return sql`(
    select gone.document_id, gone.detail from ${auditEntries} as gone
    where gone.event = ${REMOVED} and gone.detail->>'reason' = 'retention' and gone.document_id in (
      select (part->>'id')::uuid from ${auditEntries} as made, jsonb_array_elements(made.detail->'documents') as part
      where made.id = (
        select max(latest.id) from ${auditEntries} as latest where latest.document_id = ${documentId} and latest.event = 'document.split'
      )
    )
  )`;
}

/** How many parts of splits in force of these documents went because their days were over. */
export async function countExpiredParts(executor: Executor, ids: readonly string[]): Promise<number> {
  const [row] = await executor
    .select({ total: sql<number>`coalesce(sum((select count(*) from ${expiredParts(documents.id)} as expired)), 0)`.mapWith(Number) })
    .from(documents)
    .where(inArray(documents.id, [...ids]));
  return row?.total ?? 0;
}
