import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuditChoices, AuditFilter, AuditVerdict } from '#lib/contract/desk/audit.ts';
import type { listAuditSchema } from '#lib/contract/desk/audit-entry.ts';
import { documentKeys } from '../documents/documents.ts';
import { requestJson, withQuery } from '../http/http.ts';

export type ListAudit = z.infer<typeof listAuditSchema>;

const auditKey = ['audit'] as const;

/** The whole desk's audit trail, newest first. */
export function auditQuery(query: AuditFilter & { page: number }) {
  return queryOptions({
    queryKey: [...auditKey, 'list', query] as const,
    queryFn: ({ signal }): Promise<ListAudit> => requestJson<ListAudit>(withQuery('/api/audit', query), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** The people and events that the trail names. */
export const auditChoicesQuery = queryOptions({
  queryKey: [...auditKey, 'choices'] as const,
  queryFn: ({ signal }): Promise<AuditChoices> => requestJson<AuditChoices>('/api/audit/choices', { signal }),
  staleTime: 30_000,
});

/** Where the entries that a filter selects can be downloaded. */
export function auditExportUrl(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  return withQuery('/api/audit/export', { ...filter, format });
}

const VERIFY_LIMIT_MS = 5 * 60_000;

/** Has the whole chain checked. */
export function useVerifyAudit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<AuditVerdict> =>
      requestJson<AuditVerdict>('/api/audit/verify', { method: 'POST', body: {}, timeout: VERIFY_LIMIT_MS }),
    onSuccess: () => client.invalidateQueries({ queryKey: auditKey }),
  });
}

/** What happened to one document. */
export function documentAuditQuery(id: string) {
  return queryOptions({
    queryKey: documentKeys.audit(id),
    queryFn: ({ signal }): Promise<ListAudit> => requestJson<ListAudit>(`/api/documents/${id}/audit`, { signal }),
    staleTime: 5_000,
  });
}
