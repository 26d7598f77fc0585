import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { HitRate, Learned, LearnedDocument, LearnedLayout, LearnedPlace } from '#lib/contract/desk/learned.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Example } from '#lib/contract/service/example.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../../schemas/schema-settings-row.ts';
import { schemaSettings } from '../../schemas/tables.ts';
import { askExamples, askingProblem } from '../ask-examples.ts';
import { addHit, listProposals } from '../count-hits.ts';
import { type ApprovedValues, findApprovedValues } from '../find-approved-values.ts';
import { IS_FORGOTTEN } from '../find-due-example.ts';
import { type LearningPlace, listPlaces } from '../list-places.ts';

/** Approved documents that hit rates are counted over: the newest. */
const MOST_COUNTED = 500;
/** Documents of a layout that are listed, and that are asked who they are from: the newest. */
const MOST_LISTED = 200;
const MOST_ASKED = 5;
const MOST_PARTIES = 3;
/** Ids of documents in one statement. */
const AT_ONCE = 500;

/** What the desk has of an example's document. */
type Own = { id: string; hasPicture: boolean; isForgotten: boolean };
/** A layout with the documents it was made of, newest first. */
type Group = { id: string; examples: Example[] };

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
  { deploymentId, remoteSchemaId }: LearningPlace,
  values: readonly ApprovedValues[],
): Promise<LearnedPlace> {
  const connected = await desk.getDeployment(deploymentId);
  const deployment = { id: deploymentId, name: connected.name };
  const asked = await askExamples(connected, remoteSchemaId).catch(askingProblem);
  if (typeof asked === 'string') return { deployment, layouts: [], unlearned: [], forgetting: 0, is_cut: false, problem: asked };
  const own = await findOwn(
    desk.database,
    deploymentId,
    asked.examples.map((example) => example.document_id),
  );
  const since = settings?.forgottenAt ?? null;
  const kept = asked.examples.filter((example) => {
    const known = own.get(example.document_id);
    if (known) return !known.isForgotten;
    return since === null || new Date(example.created_at) > since;
  });
  const groups = groupByLayout(kept);
  const hits = hitsByLayout(groups, values);
  const parties = await findParties(desk.database, schema, groups, own);
  const layouts = groups.map((group): LearnedLayout => {
    const pictured = group.examples.map((example) => own.get(example.document_id)).find((known) => known?.hasPicture);
    return {
      id: group.id,
      parties: parties.get(group.id) ?? [],
      picture_of: pictured?.id ?? null,
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
    forgetting: asked.examples.length - kept.length,
    is_cut: asked.isCut,
    problem: null,
  };
}

/** The documents of the desk behind examples, by their ids at the deployment. */
async function findOwn(executor: Executor, deploymentId: string, remoteIds: string[]): Promise<Map<string, Own>> {
  const own = new Map<string, Own>();
  for (let at = 0; at < remoteIds.length; at += AT_ONCE) {
    const rows = await executor
      .select({
        remoteId: submissions.remoteDocumentId,
        id: documents.id,
        pagesRead: documents.pagesRead,
        isApproved: sql<boolean>`${documents.state} = 'approved'`,
        isForgotten: IS_FORGOTTEN,
      })
      .from(submissions)
      .innerJoin(documents, eq(documents.id, submissions.documentId))
      .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
      .where(and(eq(submissions.deploymentId, deploymentId), inArray(submissions.remoteDocumentId, remoteIds.slice(at, at + AT_ONCE))));
    for (const { remoteId, id, pagesRead, isApproved, isForgotten } of rows) {
      // what is not approved any more is being taken back
      if (remoteId !== null) own.set(remoteId, { id, hasPicture: pagesRead > 0, isForgotten: !isApproved || isForgotten === true });
    }
  }
  return own;
}

function groupByLayout(examples: readonly Example[]): Group[] {
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    if (example.layout_id === null) continue;
    const group = groups.get(example.layout_id);
    if (group) group.push(example);
    else groups.set(example.layout_id, [example]);
  }
  const timeOf = (example: Example) => example.approved_at ?? example.created_at;
  return [...groups].map(([id, group]) => ({ id, examples: group.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)) }));
}

/** A proposal counts for the layout of the likest document that is still known. */
function hitsByLayout(groups: readonly Group[], values: readonly ApprovedValues[]): Map<string, HitRate> {
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

/** Who the documents of each layout are from, as approved: the names in the newest of them, the newest first. */
async function findParties(
  executor: Executor,
  schema: Schema,
  groups: readonly Group[],
  own: ReadonlyMap<string, Own>,
): Promise<Map<string, string[]>> {
  const texts = schema.fields.filter((field) => field.type === 'string');
  const organisation = texts.find((one) => one.format === 'organisation');
  const field = organisation ?? texts.find((one) => one.required);
  if (!field) return new Map();
  const newest = new Map(
    groups.map(({ id, examples }) => [id, examples.slice(0, MOST_ASKED).flatMap((example) => own.get(example.document_id)?.id ?? [])]),
  );
  const ids = [...newest.values()].flat();
  const values = new Map<string, ApprovedValues>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const [id, one] of await findApprovedValues(executor, ids.slice(at, at + AT_ONCE))) values.set(id, one);
  }
  return new Map(
    [...newest].map(([layout, documentIds]) => {
      const names = documentIds.flatMap((id) => {
        const fields = values.get(id)?.fields;
        const entry = fields && ownValue(fields, field.name);
        return entry && !Array.isArray(entry) && typeof entry.value === 'string' && entry.value.trim() !== '' ? entry.value.trim() : [];
      });
      const distinct = [...new Set(names)];
      // what is another one on each document is a number of the document, and nobody's name
      return [layout, organisation || distinct.length === 1 ? distinct.slice(0, MOST_PARTIES) : []];
    }),
  );
}

function toDocument(example: Example, own: ReadonlyMap<string, Own>): LearnedDocument {
  return {
    remote_id: example.document_id,
    document_id: own.get(example.document_id)?.id ?? null,
    name: example.document_name,
    status: example.status,
    problem: example.error?.message ?? null,
    approved_by: example.approved_by,
    approved_at: example.approved_at,
    value_count: example.value_count,
  };
}
