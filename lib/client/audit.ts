import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listAuditSchema } from '#lib/contract/desk-document.ts';
import { documentKeys } from './documents.ts';
import { requestJson, withQuery } from './http.ts';

export type ListAudit = z.infer<typeof listAuditSchema>;

/** The whole desk's audit trail, newest first. */
export function auditQuery(query: { page: number; q: string }) {
  return queryOptions({
    queryKey: ['audit', query] as const,
    queryFn: ({ signal }): Promise<ListAudit> => requestJson(listAuditSchema, withQuery('/api/audit', query), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** What happened to one document. */
export function documentAuditQuery(id: string) {
  return queryOptions({
    queryKey: documentKeys.audit(id),
    queryFn: ({ signal }): Promise<ListAudit> => requestJson(listAuditSchema, `/api/documents/${id}/audit`, { signal }),
    staleTime: 5_000,
  });
}
