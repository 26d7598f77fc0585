import type { DeploymentChoice } from '#lib/contract/desk/deployment.ts';

export type OpinionChoices = {
  /** Documents can come to a deployment of others, or an opinion is asked for already: there is something to set. */
  isOffered: boolean;
  /** Deployments of ours; and the chosen one, also where it is none of them any more. */
  options: { id: string; name: string }[];
  /** Why nothing is asked of the chosen one; null = it can be asked. */
  fault: string | null;
};

/** Deployments that can be asked for a second opinion: those that get their schemas from the desk. @param chosen null = none */
export function listOpinionChoices(choices: readonly DeploymentChoice[], chosen: string | null): OpinionChoices {
  const ours = choices.filter(({ schema_ids }) => schema_ids === null);
  const isOffered = chosen !== null || ours.length < choices.length;
  if (chosen === null || ours.some(({ id }) => id === chosen)) return { isOffered, options: ours, fault: null };
  const known = choices.find(({ id }) => id === chosen);
  const fault = known
    ? `“${known.name}” is not Countersign’s own any more: nothing is asked of it.`
    : 'The chosen service is not connected any more: nothing is asked of it.';
  return { isOffered, options: [...ours, known ?? { id: chosen, name: 'A service that is not connected any more' }], fault };
}
