import { and, desc, eq, sql } from 'drizzle-orm';
import type { HitRate, Learned, LearnedDocument, LearnedLayout, LearnedPlace } from '#lib/contract/desk/learned.ts';
import type { Example } from '#lib/contract/service/example.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { sumSecondChecks } from '#lib/document/statistics/estimate-caught.ts';
import type { Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../../schemas/schema-settings-row.ts';
import { addHit, listProposals } from '../count-hits.ts';
import { type ApprovedValues, findApprovedValues } from '../find-approved-values.ts';
import { findLayouts, findPictured, type LayoutGroup } from '../find-layouts.ts';
import type { OwnDocument } from '../find-own-documents.ts';
import { findParties } from '../find-parties.ts';
import { type LearningPlace, listPlaces } from '../list-places.ts';

/** Approved documents that hit rates are counted over: the newest. */
const MOST_COUNTED = 500;
/** Documents of a layout that are listed: the newest. */
const MOST_LISTED = 200;

/**
 * What a schema has learned from approvals, at each deployment that learns: by layout, with how often what was proposed was right.
 * @throws ProblemError `not_found` for an unknown schema
 */
export async function getLearned(desk: Desk, schemaId: string): Promise<Learned> {
  const { database } = desk;
  const schema = await getCurrentSchema(database, schemaId);
  const [settings, found, newest] = await Promise.all([
    findSchemaSettings(database, schemaId),
    listPlaces(database, schemaId),
    database
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.schemaId, schemaId), eq(documents.state, 'approved'), eq(documents.approvedAutomatically, false)))
      .orderBy(sql`${documents.approvedAt} desc nulls last`, desc(documents.id))
      .limit(MOST_COUNTED + 1),
  ]);
  const counted = newest.slice(0, MOST_COUNTED).map(({ id }) => id);
  const values = [...(await findApprovedValues(database, counted, { onlyRemembered: true })).values()];
  const all: HitRate = { proposed: 0, right: 0 };
  for (const proposal of values.flatMap(listProposals)) addHit(all, proposal);
  const places: LearnedPlace[] = [];
  for (const place of found) {
    const told = await describePlace(desk, schema, settings, place, values);
    if (told.problem !== null || told.layouts.length + told.unlearned.length + told.forgetting > 0) places.push(told);
  }
  return {
    learns: settings?.learnFromApprovals !== false,
    places,
    hits: all,
    hits_of_newest: newest.length > MOST_COUNTED ? MOST_COUNTED : null,
  };
}

async function describePlace(
  desk: Desk,
  schema: Schema,
  settings: SchemaSettingsRow | null,
  place: LearningPlace,
  values: readonly ApprovedValues[],
): Promise<LearnedPlace> {
  const { deployment, groups, kept, own, forgetting, isCut, problem } = await findLayouts(desk, settings, place);
  if (problem !== null) {
    return {
      deployment,
      layouts: [],
      unlearned: [],
      forgetting: 0,
      second_checks: { documents: 0, errors: 0, caught: 0 },
      is_cut: false,
      problem,
    };
  }
  const hits = hitsByLayout(groups, values);
  const checks = kept.flatMap(({ status, second_check }) => (status === 'completed' ? (second_check ?? []) : []));
  const parties = await findParties(desk.database, schema, groups, own);
  const layouts = groups.map((group): LearnedLayout => {
    return {
      id: group.id,
      parties: parties.get(group.id) ?? [],
      picture_of: findPictured(group, own),
      document_count: group.examples.length,
      documents: group.examples.slice(0, MOST_LISTED).map((example) => toDocument(example, own)),
      hits: hits.get(group.id) ?? { proposed: 0, right: 0 },
    };
  });
  return {
    deployment,
    layouts: layouts.sort((a, b) => b.document_count - a.document_count),
    unlearned: kept
      .filter((example) => example.layout_id === null)
      .slice(0, MOST_LISTED)
      .map((example) => toDocument(example, own)),
    forgetting,
    second_checks: { documents: checks.length, ...sumSecondChecks(checks) },
    is_cut: isCut,
    problem: null,
  };
}

/** A proposal counts for the layout of the likest document that is still known. */
function hitsByLayout(groups: readonly LayoutGroup[], values: readonly ApprovedValues[]): Map<string, HitRate> {
  const layoutOf = new Map(groups.flatMap(({ id, examples }) => examples.map((example) => [example.document_id, id] as const)));
  const hits = new Map<string, HitRate>();
  for (const proposal of values.flatMap(listProposals)) {
    const layout = proposal.documentIds.map((id) => layoutOf.get(id)).find((id) => id !== undefined);
    if (layout === undefined) continue;
    const known = hits.get(layout) ?? { proposed: 0, right: 0 };
    addHit(known, proposal);
    hits.set(layout, known);
  }
  return hits;
}

function toDocument(example: Example, own: ReadonlyMap<string, OwnDocument>): LearnedDocument {
  return {
    remote_id: example.document_id,
    document_id: own.get(example.document_id)?.id ?? null,
    imported: example.imported,
    name: example.document_name,
    status: example.status,
    problem: example.error?.message ?? null,
    approved_by: example.approved_by,
    approved_at: example.approved_at,
    value_count: example.value_count,
  };
}
