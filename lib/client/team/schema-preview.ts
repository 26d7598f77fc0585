import { queryOptions } from '@tanstack/react-query';
import type {
  CompareDraft,
  ComparedDocument,
  PreviewDocument,
  PreviewDocuments,
  PreviewedDocument,
} from '#lib/contract/desk/schemas/schema-preview.ts';
import { requestJson, withQuery } from '../http/http.ts';

/** Two extractions are waited for, a minute each at most; another deployment has three minutes for a document. */
const [TIMEOUT_MS, ELSEWHERE_MS] = [130_000, 200_000];

/** The documents that a draft of a schema can be compared on. @param deploymentId another deployment that is compared; null = none */
export function previewDocumentsQuery(schemaId: string, limit: number, deploymentId: string | null) {
  const query = { limit, ...(deploymentId === null ? {} : { deployment_id: deploymentId }) };
  return queryOptions({
    queryKey: ['schemas', 'preview', schemaId, limit, deploymentId] as const,
    queryFn: ({ signal }) =>
      requestJson<PreviewDocuments>(withQuery(`/api/schemas/${encodeURIComponent(schemaId)}/preview`, query), { signal }),
  });
}

/** What a draft, or another deployment, changes on one approved document. */
export function compareDraft(schemaId: string, body: CompareDraft, signal: AbortSignal): Promise<ComparedDocument> {
  const path = `/api/schemas/${encodeURIComponent(schemaId)}/preview`;
  const timeout = body.deployment_id === undefined ? TIMEOUT_MS : ELSEWHERE_MS;
  return requestJson<ComparedDocument>(path, { method: 'POST', body, signal, timeout });
}

/** What would come out of a document with a draft. */
export function previewDocument(documentId: string, body: PreviewDocument, signal: AbortSignal): Promise<PreviewedDocument> {
  const path = `/api/documents/${encodeURIComponent(documentId)}/preview`;
  return requestJson<PreviewedDocument>(path, { method: 'POST', body, signal, timeout: TIMEOUT_MS });
}
