import type { ComparedDocument, PreviewChange } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import { type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { compareExtractions } from '#lib/document/review/compare-extractions.ts';
import { countOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { isSameJson } from '#lib/document/review/seen.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { findReview } from '../../review/review.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { type Compared, compareDeployments, type Extracted } from '../compare-deployments.ts';
import { extractWithDraft } from '../extract-with-draft.ts';

/** Changes of one document that are listed. */
const MOST_CHANGES = 200;

/**
 * What a draft changes on an approved document, judged by its approved values. Both versions are extracted anew, by the same engine and
 * memory, so that nothing but the draft differs. A draft that is the saved version is compared with what was extracted last, by the version of
 * that time: then the engine, its models and its memory may differ.
 * @param of.deploymentId another deployment: what it extracts with the draft is compared with what the document's own does, see `compareDeployments`
 * @throws ProblemError `not_found` for an unknown schema, document or deployment, `conflict` where the document is not approved with the schema,
 * or its values are withheld from whoever asks; else as
 * `extractWithDraft` and `compareDeployments`
 */
export async function compareDraft(
  desk: Desk,
  actor: NonNullable<Actor>,
  of: { schemaId: string; documentId: string; draft: SchemaDraft; deploymentId?: string | undefined },
  signal: AbortSignal,
): Promise<ComparedDocument> {
  const { schemaId, documentId, draft, deploymentId } = of;
  const current = await getCurrentSchema(desk.database, schemaId);
  const row = await getReadableRow(desk.database, documentId, actor.id);
  const review = await findReview(desk.database, row);
  if (!review || row.schemaId !== schemaId || row.state !== 'approved') {
    throw new ProblemError('conflict', 'This document is not approved with this schema any more.');
  }
  const asked = { row, draft, saved: schemaDraftSchema.parse(current), last: { schema: review.schema, result: review.result } };
  const { against, before, after } =
    deploymentId === undefined
      ? await compareVersions(desk, actor, asked, signal)
      : await compareDeployments(desk, actor, { ...asked, deploymentId }, signal);
  const [valuesBefore, valuesAfter] = [before, after].map(({ schema, result }) => extractedFields(schema, result)) as [Values, Values];
  const { counts, changes, uncompared } = compareExtractions({
    draft,
    schema: review.schema,
    approved: review.fields,
    before: valuesBefore,
    after: valuesAfter,
  });
  const flagsOf = (schema: SchemaDraft, fields: Values, { completeness }: ExtractionResult) =>
    countOpenFlags(findFlags({ schema, fields, completeness, thresholds: review.thresholds })).flags;
  const ordered = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return {
    document_id: documentId,
    against,
    fields: counts,
    uncompared,
    changes: ordered.slice(0, MOST_CHANGES),
    left: Math.max(0, ordered.length - MOST_CHANGES),
    flags_before: flagsOf(before.schema, valuesBefore, before.result),
    flags_after: flagsOf(draft, valuesAfter, after.result),
  };
}

type Asked = { row: DocumentRow; draft: SchemaDraft; saved: SchemaDraft; last: Extracted };

async function compareVersions(desk: Desk, actor: NonNullable<Actor>, asked: Asked, signal: AbortSignal): Promise<Compared> {
  const { row, draft, saved, last } = asked;
  const of = { documentId: row.id, schemaId: row.schemaId };
  const extract = async (by: SchemaDraft): Promise<Extracted> => {
    return { schema: by, result: await extractWithDraft(desk, { ...of, draft: by }, { signal, submitter: actor.id }) };
  };
  const isSaved = isSameJson(draft, saved);
  const before = isSaved ? last : await extract(saved);
  return { against: isSaved ? 'extracted' : 'saved', before, after: await extract(draft) };
}

type Values = ReturnType<typeof extractedFields>;
const ORDER: readonly PreviewChange['kind'][] = ['loss', 'gain', 'new'];
