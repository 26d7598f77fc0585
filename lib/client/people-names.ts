import { queryOptions } from '@tanstack/react-query';
import { listPeopleNamesSchema, type PersonName } from '#lib/contract/user.ts';
import { requestJson } from './http.ts';

/** Whom documents can be assigned to: everybody who may review. */
export const peopleNamesQuery = queryOptions({
  queryKey: ['people-names'] as const,
  queryFn: async ({ signal }): Promise<PersonName[]> => (await requestJson(listPeopleNamesSchema, '/api/people/names', { signal })).items,
  staleTime: 60_000,
});
