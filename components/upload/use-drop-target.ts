import { useQuery } from '@tanstack/react-query';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import type { DeploymentChoice } from '#lib/contract/desk/deployment.ts';
import { useDropDeployment } from './use-drop-deployment.ts';

/** The deployment that the documents dropped next are sent to, as far as it is known. */
export function useDropTarget(): DeploymentChoice | undefined {
  const chosen = useDropDeployment();
  const { data } = useQuery(deploymentChoicesQuery);
  return data?.find(({ id, is_default: isDefault }) => (chosen === null ? isDefault : id === chosen));
}
