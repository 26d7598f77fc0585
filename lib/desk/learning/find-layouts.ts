import type { Example } from '#lib/contract/service/example.ts';
import type { Desk } from '../context/desk.ts';
import type { SchemaSettingsRow } from '../schemas/schema-settings-row.ts';
import { askExamples, askingProblem } from './ask-examples.ts';
import { findOwnDocuments, type OwnDocument } from './find-own-documents.ts';
import type { LearningPlace } from './list-places.ts';

/** A layout with the documents it was made of, newest first. */
export type LayoutGroup = { id: string; examples: Example[] };

export type FoundLayouts = {
  deployment: { id: string; name: string };
  groups: LayoutGroup[];
  /** All examples, also those that have no layout yet. */
  kept: Example[];
  /** The desk's documents behind them, by their ids at the deployment. */
  own: ReadonlyMap<string, OwnDocument>;
  /** Examples that are to be forgotten and are still there. */
  forgetting: number;
  isCut: boolean;
  /** Why the deployment could not be asked; null = it could. */
  problem: string | null;
};

/** The layouts that a schema has learned at a deployment, without what is to be forgotten. */
export async function findLayouts(
  desk: Desk,
  settings: SchemaSettingsRow | null,
  { deploymentId, remoteSchemaId }: LearningPlace,
): Promise<FoundLayouts> {
  const connected = await desk.getDeployment(deploymentId);
  const deployment = { id: deploymentId, name: connected.name };
  const asked = await askExamples(connected, remoteSchemaId).catch(askingProblem);
  if (typeof asked === 'string') return { deployment, groups: [], kept: [], own: new Map(), forgetting: 0, isCut: false, problem: asked };
  const own = await findOwnDocuments(
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
  const forgetting = asked.examples.length - kept.length;
  return { deployment, groups: groupByLayout(kept), kept, own, forgetting, isCut: asked.isCut, problem: null };
}

/** The desk's document whose first page shows what a layout looks like; null where the desk has none. */
export function findPictured({ examples }: LayoutGroup, own: ReadonlyMap<string, OwnDocument>): string | null {
  const pictured = examples.map((example) => own.get(example.document_id)).find((known) => known?.hasPicture);
  return pictured?.id ?? null;
}

function groupByLayout(examples: readonly Example[]): LayoutGroup[] {
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
