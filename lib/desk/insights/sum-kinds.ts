import { inArray, sql } from 'drizzle-orm';
import type { InsightsQuery, KindInsight } from '#lib/contract/desk/insights/insights.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemas } from '../schemas/tables.ts';
import { isCountedFor } from './is-counted-for.ts';
import { kindCounts } from './tables.ts';

/** How well the engine found kinds, by the schema that people approved with, most documents first. */
export async function sumKinds(executor: Executor, query: InsightsQuery): Promise<KindInsight[]> {
  const documents = sql<number>`sum(${kindCounts.documents})::int`;
  const rows = await executor
    .select({ schemaId: kindCounts.schemaId, likeliestId: kindCounts.likeliestId, isSure: kindCounts.isSure, documents })
    .from(kindCounts)
    .where(isCountedFor(kindCounts, query))
    .groupBy(kindCounts.schemaId, kindCounts.likeliestId, kindCounts.isSure)
    .having(sql`${documents} > 0`);
  const ids = [...new Set(rows.flatMap(({ schemaId, likeliestId }) => [schemaId, likeliestId]))];
  const named = ids.length === 0 ? [] : await executor.select().from(schemas).where(inArray(schemas.id, ids));
  const nameOf = (id: string) => named.find((one) => one.id === id)?.name ?? '';
  const kinds = new Map<string, KindInsight>();
  for (const row of rows) {
    const { schemaId, likeliestId } = row;
    const fresh = { schema_id: schemaId, schema_name: nameOf(schemaId), documents: 0, right: 0, wrong: 0, asked: 0, asked_right: 0 };
    const kind: KindInsight = kinds.get(schemaId) ?? { ...fresh, taken_for: [] };
    kinds.set(schemaId, kind);
    const isRight = likeliestId === schemaId;
    kind.documents += row.documents;
    if (row.isSure) kind[isRight ? 'right' : 'wrong'] += row.documents;
    else kind.asked += row.documents;
    if (!row.isSure && isRight) kind.asked_right += row.documents;
    if (row.isSure && !isRight) kind.taken_for.push({ schema_id: likeliestId, schema_name: nameOf(likeliestId), documents: row.documents });
  }
  for (const kind of kinds.values()) kind.taken_for.sort((one, other) => other.documents - one.documents);
  return [...kinds.values()].sort((one, other) => other.documents - one.documents || one.schema_name.localeCompare(other.schema_name));
}
