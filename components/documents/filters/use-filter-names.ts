import { useQuery } from '@tanstack/react-query';
import { useMay } from '#components/shared/current-user.ts';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { queuesQuery } from '#lib/client/team/queues.ts';
import type { FilterNames } from '../list/list-filters.ts';

/** The people, queues and deployments that documents can be filtered by, as far as they are needed. */
export function useFilterNames(needs: Record<keyof FilterNames, boolean>): FilterNames {
  const mayReview = useMay('reviewer');
  const people = useQuery({ ...peopleNamesQuery, enabled: needs.people && mayReview });
  const queues = useQuery({ ...queuesQuery, enabled: needs.queues });
  const deployments = useQuery({ ...deploymentChoicesQuery, enabled: needs.deployments });
  return {
    people: people.data,
    queues: queues.data?.items.map(({ id, draft }) => ({ id, name: draft.name })),
    deployments: deployments.data,
  };
}
