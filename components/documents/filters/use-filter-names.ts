import { useQuery } from '@tanstack/react-query';
import { useMay } from '#components/shared/current-user.ts';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { queuesQuery } from '#lib/client/team/queues.ts';

/** The people and queues that documents can be filtered by, as far as they are needed; undefined while they are not known. */
export function useFilterNames(needs: { people: boolean; queues: boolean }) {
  const mayReview = useMay('reviewer');
  const people = useQuery({ ...peopleNamesQuery, enabled: needs.people && mayReview });
  const queues = useQuery({ ...queuesQuery, enabled: needs.queues });
  return { people: people.data, queues: queues.data?.items.map(({ id, draft }) => ({ id, name: draft.name })) };
}
