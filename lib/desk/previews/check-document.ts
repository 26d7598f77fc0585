import type { MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { PreviewChange } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { compareExtractions } from '#lib/document/review/compare-extractions.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { getDocumentRow } from '../documents/desk-document.ts';
import { findReview } from '../review/review.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { extractWithDraft } from './extract-with-draft.ts';
import type { CheckedDocument, CheckedValues } from './tables.ts';

/** Whose turns the extractions take at a deployment: one of its own, so that people's documents never wait behind them. */
const SUBMITTER = 'nightly-check';
/** Changes of one document that are kept. */
const MOST_CHANGES = 30;
const ORDER: readonly PreviewChange['kind'][] = ['loss', 'gain'];

/**
 * Extracts an approved document anew with its schema as it is now, and judges that by what people approved. Nothing is saved.
 * @param of.kept what was extracted in an earlier check, to compare with; null = nothing
 * @throws ProblemError `conflict` where the document is not approved with the schema any more; else as `extractWithDraft`
 */
export async function checkDocument(
  desk: Desk,
  of: { schemaId: string; documentId: string; approved: number; kept: CheckedValues | null },
  signal: AbortSignal,
): Promise<Omit<CheckedDocument, 'runId'>> {
  const { schemaId, documentId, approved, kept } = of;
  const current = await getCurrentSchema(desk.database, schemaId);
  const draft = schemaDraftSchema.parse(current);
  await getApproved(desk.database, of);
  const result = await extractWithDraft(desk, { documentId, schemaId, draft }, { signal, submitter: SUBMITTER });
  // asked again: what was approved may have changed meanwhile
  const review = await getApproved(desk.database, of);
  const fields = slim(extractedFields(draft, result));
  const compare = (before: MergedFields) =>
    compareExtractions({ draft, schema: review.schema, approved: review.fields, before, after: fields });
  const { counts } = compare(fields);
  const values = { at: now().toISOString(), schemaVersion: current.version, engine: result.engine, approved, fields };
  if (!kept) return { failure: null, values, counts, compared: null };
  const compared = compare(kept.fields);
  const ordered = ORDER.flatMap((kind) => compared.changes.filter((change) => change.kind === kind));
  const changes = ordered.slice(0, MOST_CHANGES);
  return { failure: null, values, counts, compared: { counts: compared.counts, changes, left: ordered.length - changes.length } };
}

async function getApproved(executor: Executor, { schemaId, documentId }: { schemaId: string; documentId: string }) {
  const row = await getDocumentRow(executor, documentId);
  const review = await findReview(executor, row);
  if (!review || row.schemaId !== schemaId || row.state !== 'approved') {
    throw new ProblemError('conflict', 'This document is not approved with this schema any more.');
  }
  return review;
}

/** As much of extracted values as comparing and showing them takes. */
function slim(fields: MergedFields): MergedFields {
  const slimRow = ({ key, pointer, origin, cells }: MergedRow): MergedRow => {
    return { key, pointer, origin, cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, slimValue(cell)])) };
  };
  const entries = Object.entries(fields).map(([name, entry]) => [name, Array.isArray(entry) ? entry.map(slimRow) : slimValue(entry)]);
  return Object.fromEntries(entries);
}

function slimValue({ pointer, value, evidence }: MergedValue): MergedValue {
  const place = evidence.find(({ box }) => box !== null);
  return {
    ...{ pointer, value, text: null, confidence: null, candidates: [], machine_flags: [], status: 'machine', original: value },
    evidence: place ? [{ page: place.page, box: place.box, text: '' }] : [],
  };
}
