import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeskDocument, DeskDocumentDetail, SaveActions } from '#lib/contract/desk/desk-document.ts';
import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import type { Flag } from '#lib/contract/desk/review.ts';
import type { Box } from '#lib/contract/service/box.ts';
import { requestJson, withQuery } from '../http/http.ts';
import { tabId } from '../http/tab-id.ts';
import { documentKeys } from './documents.ts';

/** Everything the review screen needs besides pages. */
export function documentQuery(id: string) {
  return queryOptions({
    queryKey: documentKeys.detail(id),
    queryFn: ({ signal }): Promise<DeskDocumentDetail> => requestJson<DeskDocumentDetail>(`/api/documents/${id}`, { signal }),
    staleTime: 60_000,
  });
}

/** Address of the picture of a page, or of the part inside `box`. `width` is in device pixels of the whole answer. */
export function pageImageUrl(id: string, page: number, options: { width: number; box?: Box }): string {
  const [left, top, right, bottom] = options.box ?? [undefined, undefined, undefined, undefined];
  return withQuery(`/api/documents/${id}/pages/${page}/image`, { width: Math.round(options.width), left, top, right, bottom });
}

/** Address of the original file. */
export function contentUrl(id: string): string {
  return `/api/documents/${id}/content`;
}

/** Writes say which tab they come from, so that one that lost the lock is told. */
const write = (id: string, what: string, body: object, keepalive = false) =>
  requestJson<DeskDocumentDetail>(`/api/documents/${id}/${what}`, { method: 'POST', body: { ...body, tab: tabId() }, keepalive });
const restart = (id: string, what: string, body: unknown): Promise<DeskDocument> =>
  requestJson<DeskDocument>(`/api/documents/${id}/${what}`, { method: 'POST', body });

/** Saves review actions. @throws ProblemError `stale_revision` with the present detail in `extra.detail`. */
export function saveActions(id: string, body: SaveActions): Promise<DeskDocumentDetail> {
  return write(id, 'actions', body);
}

/** Approves; goes out even while the page is being left. @throws ProblemError `open_flags` unless `sign_off`; `stale_revision`. */
export function approveDocument(
  id: string,
  body: { revision: number; sign_off: boolean; seen_flags?: Pick<Flag, 'pointer' | 'reason'>[]; effort?: Effort },
): Promise<DeskDocumentDetail> {
  return write(id, 'approve', body, true);
}

export function rejectDocument(id: string, body: { revision: number; reason: string; effort?: Effort }): Promise<DeskDocumentDetail> {
  return write(id, 'reject', body);
}

/** Takes approval or rejection back. */
export function reopenDocument(id: string, body: { revision: number }): Promise<DeskDocumentDetail> {
  return write(id, 'reopen', body);
}

/**
 * Chooses or changes the schema and extracts (again). Human values stay.
 * @param revision the document the choice is made on @throws ProblemError `stale_revision` when it is another by now
 */
export function startExtraction(id: string, schemaId: string, revision?: number): Promise<DeskDocument> {
  return restart(id, 'extractions', { schema_id: schemaId, revision, tab: tabId() });
}

/** Repeats what failed. */
export function retryDocument(id: string): Promise<DeskDocument> {
  return restart(id, 'retry', {});
}

/** Opens a protected file. @throws ProblemError `password_wrong`. */
export function givePassword(id: string, password: string): Promise<DeskDocument> {
  return restart(id, 'password', { password });
}

/** A write that answers with the detail, which then stands in the cache. */
function useDetailWrite<Body>(id: string, work: (id: string, body: Body) => Promise<DeskDocumentDetail>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: documentKeys.write(id),
    mutationFn: (body: Body) => work(id, body),
    onSuccess: (detail) => client.setQueryData(documentKeys.detail(id), detail),
  });
}

export const useApproveDocument = (id: string) => useDetailWrite(id, approveDocument);
export const useRejectDocument = (id: string) => useDetailWrite(id, rejectDocument);
export const useReopenDocument = (id: string) => useDetailWrite(id, reopenDocument);

/** Starts something that runs on; its progress comes with the delta request. */
function useRestart<Body>(id: string, work: (id: string, body: Body) => Promise<DeskDocument>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: documentKeys.write(id),
    mutationFn: (body: Body) => work(id, body),
    onSuccess: (document) => {
      client.setQueryData<DeskDocumentDetail>(documentKeys.detail(id), (detail) => detail && { ...detail, document });
      void client.invalidateQueries({ queryKey: documentKeys.one(id) });
    },
  });
}

/** @param prepare done before, e.g. saving what is under way */
export const useStartExtraction = (id: string, prepare?: () => Promise<unknown>) =>
  useRestart(id, async (one: string, schemaId: string) => {
    await prepare?.();
    return startExtraction(one, schemaId);
  });
export const useRetryDocument = (id: string) => useRestart(id, (one: string, _: undefined) => retryDocument(one));
export const useGivePassword = (id: string) => useRestart(id, givePassword);
