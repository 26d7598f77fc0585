import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { isInFlight } from '#lib/contract/desk/groups-of-states.ts';
import type { AcceptSplit, DeskSplitting, UndoneSplit } from '#lib/contract/desk/splitting.ts';
import { requestJson } from '../http/http.ts';
import { pauseOf } from '../http/poll-pace.ts';
import { tabId } from '../http/tab-id.ts';
import { documentKeys } from './documents.ts';

/** Below the document's keys, so that whatever asks for the document anew asks for this too. */
const keyOf = (id: string) => [...documentKeys.one(id), 'splitting'] as const;
const UNDER_WAY_MS = 700;
const READING_MS = 3_000;
/** While what a stack was split into is still being worked on. */
const PARTS_MS = 2_000;
/** Making the files of a large stack takes its time. */
const SPLIT_LIMIT_MS = 180_000;

/** True while boundaries are being looked for. */
export function isLooking({ proposal }: Pick<DeskSplitting, 'proposal'>): boolean {
  return proposal?.state === 'requested' || proposal?.state === 'running';
}

/** True while the document waits for pages of its own. */
function isBeingRead({ reading, split, refusal }: DeskSplitting): boolean {
  return split === null && refusal !== null && reading === 'under_way';
}

/** What is proposed for a document's file, and what was made of it; asked for again while it is looked at. */
export function splittingQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<DeskSplitting> => requestJson<DeskSplitting>(`/api/documents/${id}/splitting`, { signal }),
    refetchInterval: (query) => {
      const { data } = query.state;
      if (!data) return false;
      if (isLooking(data)) return pauseOf(query, UNDER_WAY_MS);
      if (isBeingRead(data)) return pauseOf(query, READING_MS);
      return data.split?.documents.some(({ state }) => isInFlight(state)) ? pauseOf(query, PARTS_MS) : false;
    },
  });
}

/** A write after which the document is another one. */
function useSplitWrite<Body, Answer>(id: string, work: (body: Body) => Promise<Answer>, documentOf: (answer: Answer) => DeskDocument) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: documentKeys.write(id),
    mutationFn: work,
    onSuccess: (answer) => {
      const document = documentOf(answer);
      client.setQueryData<DeskDocumentDetail>(documentKeys.detail(id), (detail) => detail && { ...detail, document });
      void client.invalidateQueries({ queryKey: documentKeys.one(id) });
      void client.invalidateQueries({ queryKey: documentKeys.lists });
    },
  });
}

/** Asks for boundaries to be proposed. */
export function useRequestProposal(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined): Promise<DeskSplitting> =>
      requestJson<DeskSplitting>(`/api/documents/${id}/splitting`, { method: 'POST', body: {} }),
    onSuccess: (splitting) => client.setQueryData(keyOf(id), splitting),
  });
}

/** Says that the file is one document. */
export const useDismissProposal = (id: string) =>
  useSplitWrite(
    id,
    (_: undefined) => requestJson<DeskDocument>(`/api/documents/${id}/splitting/dismiss`, { method: 'POST', body: { tab: tabId() } }),
    (document) => document,
  );

/** Makes documents of the pages. */
export const useAcceptSplit = (id: string) =>
  useSplitWrite(
    id,
    (body: AcceptSplit): Promise<DeskSplitting> =>
      requestJson<DeskSplitting>(`/api/documents/${id}/split`, {
        method: 'POST',
        body: { ...body, tab: tabId() },
        timeout: SPLIT_LIMIT_MS,
      }),
    ({ document }) => document,
  );

/** Takes a split back. */
export const useUndoSplit = (id: string) =>
  useSplitWrite(
    id,
    (body: { remove_touched: boolean }): Promise<UndoneSplit> =>
      requestJson<UndoneSplit>(`/api/documents/${id}/split/undo`, { method: 'POST', body }),
    ({ document }) => document,
  );
