import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  Deployment,
  DeploymentChange,
  DeploymentChoice,
  NewDeployment,
  NewMapping,
  NewTrial,
  SchemaTrial,
} from '#lib/contract/desk/deployment.ts';
import { requestJson, requestNothing, withQuery } from '../http/http.ts';
import { pauseOf } from '../http/poll-pace.ts';

const key = ['deployments'] as const;
/** A test of address and key waits for the deployment. */
const TEST_LIMIT_MS = 60_000;
const LEARNING_MS = 1_500;
/** The file of a trial goes to the deployment while the answer is awaited. */
const TRIAL_LIMIT_MS = 60_000;
const pathOf = (id: string, what = '') => `/api/deployments/${encodeURIComponent(id)}${what}`;

/** All deployments, for admins; asked for again while a schema's fields are being learned. */
export const deploymentsQuery = queryOptions({
  queryKey: [...key, 'list'] as const,
  queryFn: async ({ signal }): Promise<Deployment[]> => (await requestJson<{ items: Deployment[] }>('/api/deployments', { signal })).items,
  staleTime: 5_000,
  refetchInterval: (query) => {
    const isLearning = query.state.data?.some(({ mappings }) => mappings.some(({ learning }) => learning && !learning.failure));
    return isLearning ? pauseOf(query, LEARNING_MS) : false;
  },
});

/** Where a new document may go, the default first. */
export const deploymentChoicesQuery = queryOptions({
  queryKey: [...key, 'choices'] as const,
  queryFn: async ({ signal }): Promise<DeploymentChoice[]> =>
    (await requestJson<{ items: DeploymentChoice[] }>('/api/deployments/choices', { signal })).items,
  staleTime: 60_000,
});

function useDeploymentChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}

/** Connects a deployment; it is tested first. @throws ProblemError `deployment_unverified` with `extra.verdict` */
export function useCreateDeployment() {
  return useDeploymentChange((body: NewDeployment) =>
    requestJson<Deployment>('/api/deployments', { method: 'POST', body, timeout: TEST_LIMIT_MS }),
  );
}

/** Changes a deployment; a new address or key is tested first. @throws ProblemError as above */
export function useChangeDeployment() {
  return useDeploymentChange(({ id, ...body }: Partial<DeploymentChange> & { id: string }) =>
    requestJson<Deployment>(pathOf(id), { method: 'PUT', body, timeout: TEST_LIMIT_MS }),
  );
}

export function useTestDeployment() {
  return useDeploymentChange((id: string) => requestJson<Deployment>(pathOf(id, '/test'), { method: 'POST', timeout: TEST_LIMIT_MS }));
}

export function useRemoveDeployment() {
  return useDeploymentChange((id: string) => requestNothing(pathOf(id), { method: 'DELETE' }));
}

/** Tries again what failed because of the deployment. */
export function useRetryAtDeployment() {
  return useDeploymentChange((id: string) =>
    requestJson<{ retried: number; left: number }>(pathOf(id, '/retry'), { method: 'POST', timeout: TEST_LIMIT_MS }),
  );
}

/** The last id that was tried for each schema at a deployment, for admins; asked for again while one is being tried. */
export const trialsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'trials', id] as const,
    queryFn: async ({ signal }): Promise<SchemaTrial[]> =>
      (await requestJson<{ items: SchemaTrial[] }>(pathOf(id, '/schemas/try'), { signal })).items,
    staleTime: 5_000,
    refetchInterval: (query) => (query.state.data?.some(({ state }) => state === 'running') ? pauseOf(query, LEARNING_MS) : false),
  });

/** Tries the id that a schema may have at a deployment. */
export function useTryMapping(id: string) {
  return useDeploymentChange((body: NewTrial) =>
    requestJson<SchemaTrial>(pathOf(id, '/schemas/try'), { method: 'POST', body, timeout: TRIAL_LIMIT_MS }),
  );
}

export function useSaveMapping(id: string) {
  return useDeploymentChange((body: NewMapping) => requestJson<Deployment>(pathOf(id, '/schemas'), { method: 'POST', body }));
}

export function useRemoveMapping(id: string) {
  return useDeploymentChange((remote_schema_id: string) =>
    requestJson<Deployment>(withQuery(pathOf(id, '/schemas'), { remote_schema_id }), { method: 'DELETE' }),
  );
}
