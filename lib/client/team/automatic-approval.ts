import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AutomaticApproval, SaveAutomaticApproval } from '#lib/contract/desk/automatic-approval.ts';
import { requestJson, withQuery } from '../http/http.ts';
import { keepOfTheSame } from '../http/keep-of-the-same.ts';

const keyOf = (schemaId: string) => ['automatic-approval', schemaId] as const;
const pathOf = (schemaId: string) => `/api/schemas/${encodeURIComponent(schemaId)}/automatic-approval`;

/** Whether documents of a schema approve themselves, and what approvals say of that. @param errorRate as if that were the one accepted; null = the one that is */
export function automaticApprovalQuery(schemaId: string, errorRate: number | null) {
  return queryOptions({
    queryKey: [...keyOf(schemaId), errorRate] as const,
    queryFn: ({ signal }): Promise<AutomaticApproval> =>
      requestJson<AutomaticApproval>(withQuery(pathOf(schemaId), { error_rate: errorRate ?? undefined }), { signal }),
    placeholderData: keepOfTheSame(keyOf(schemaId)),
    staleTime: 10_000,
  });
}

export function useSaveAutomaticApproval(schemaId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveAutomaticApproval) => requestJson<AutomaticApproval>(pathOf(schemaId), { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(schemaId) }),
  });
}
