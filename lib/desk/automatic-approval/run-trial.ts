import { and, desc, eq } from 'drizzle-orm';
import type { ApprovalTrial } from '#lib/contract/desk/automatic-approval.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { judgeValues } from '#lib/document/review/judge-values.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { findHeldFields, type PassLimit, passesLimits } from '#lib/document/review/passes-limits.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findReviews } from '../review/review.ts';
import { wasReadWhole } from '../review/was-read-whole.ts';
import { LONGEST_ENGINE } from './find-limits.ts';

/** Documents that are tried. */
const LATEST = 100;
const AT_ONCE = 25;
/** Documents that are named of those that a field holds back. */
const MOST_NAMED = 10;

/** How it would have gone with the documents of a schema that people approved last: as they were extracted, before anybody touched them. */
export async function runTrial(
  executor: Executor,
  of: { schemaId: string; deploymentId: string; engine: string | null },
  limits: ReadonlyMap<string, PassLimit>,
): Promise<ApprovalTrial> {
  const found = await executor
    .select({ row: documents })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(
      and(
        eq(documents.schemaId, of.schemaId),
        eq(documents.state, 'approved'),
        eq(documents.approvedAutomatically, false),
        eq(submissions.deploymentId, of.deploymentId),
      ),
    )
    .orderBy(desc(documents.approvedAt))
    .limit(LATEST);
  const trial: ApprovalTrial = {
    documents: 0,
    approved: 0,
    values: 0,
    wrong: 0,
    flagged: 0,
    held: newRecord(),
    held_documents: newRecord(),
  };
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const portion = found.slice(from, from + AT_ONCE).map(({ row }) => row);
    const reviews = await findReviews(executor, portion);
    for (const row of portion) {
      const review = reviews.get(row.id);
      if (!review) continue;
      const { schema, result, fields, thresholds } = review;
      // those of another engine say nothing of this one
      if (result.engine.slice(0, LONGEST_ENGINE) !== of.engine) continue;
      trial.documents += 1;
      const extracted = extractedFields(schema, result);
      const flags = findFlags({ schema, fields: extracted, completeness: result.completeness, thresholds });
      if (flags.length > 0) trial.flagged += 1;
      for (const name of findHeldFields({ schema, fields: extracted }, limits)) addHeld(trial, name, row);
      if (!wasReadWhole(row, review) || !passesLimits({ schema, fields: extracted, flags }, limits)) continue;
      const judged = judgeValues({ schema, result, fields, thresholds });
      trial.approved += 1;
      trial.values += judged.length;
      trial.wrong += judged.filter(({ verdict }) => verdict !== 'right' && verdict !== 'absent').length;
    }
  }
  return trial;
}

function addHeld({ held, held_documents }: ApprovalTrial, name: string, { id, name: ofDocument }: { id: string; name: string }): void {
  held[name] = (held[name] ?? 0) + 1;
  const named = held_documents[name] ?? [];
  if (named.length < MOST_NAMED) held_documents[name] = [...named, { document_id: id, name: ofDocument }];
}
