import { queryOptions } from '@tanstack/react-query';
import type {
  CompareDraft,
  ComparedDocument,
  PreviewDocument,
  PreviewDocuments,
  PreviewedDocument,
} from '#lib/contract/desk/schemas/schema-preview.ts';
import { requestJson, withQuery } from '../http/http.ts';

/** Two extractions are waited for, a minute each at most. */
const TIMEOUT_MS = 130_000;

/** The documents that a draft of a schema can be compared on. */
export function previewDocumentsQuery(schemaId: string, limit: number) {
  return queryOptions({
    queryKey: ['schemas', 'preview', schemaId, limit] as const,
    queryFn: ({ signal }) =>
      requestJson<PreviewDocuments>(withQuery(`/api/schemas/${encodeURIComponent(schemaId)}/preview`, { limit }), { signal }),
  });
}

/** What a draft changes on one approved document. */
export function compareDraft(schemaId: string, body: CompareDraft, signal: AbortSignal): Promise<ComparedDocument> {
  const path = `/api/schemas/${encodeURIComponent(schemaId)}/preview`;
  return requestJson<ComparedDocument>(path, { method: 'POST', body, signal, timeout: TIMEOUT_MS });
}

/** What would come out of a document with a draft. */
export function previewDocument(documentId: string, body: PreviewDocument, signal: AbortSignal): Promise<PreviewedDocument> {
  const path = `/api/documents/${encodeURIComponent(documentId)}/preview`;
  return requestJson<PreviewedDocument>(path, { method: 'POST', body, signal, timeout: TIMEOUT_MS });
}
