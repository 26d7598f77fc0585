import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Comment, listCommentsSchema } from '#lib/contract/desk/comment.ts';
import { requestJson } from '../http/http.ts';
import { keepOfTheSame } from '../http/keep-of-the-same.ts';
import { newId } from '../http/new-id.ts';
import { documentKeys } from './documents.ts';

const keyOf = (documentId: string) => [...documentKeys.one(documentId), 'comments'] as const;
const path = (documentId: string) => `/api/documents/${documentId}/comments`;

/** What was said about a document, oldest first. @param revision `comments_revision`: when it grows, they are asked for again */
export function commentsQuery(documentId: string, revision: number) {
  return queryOptions({
    queryKey: [...keyOf(documentId), revision],
    queryFn: async ({ signal }): Promise<Comment[]> =>
      (await requestJson<z.infer<typeof listCommentsSchema>>(path(documentId), { signal })).items,
    placeholderData: keepOfTheSame(keyOf(documentId)),
    staleTime: 60_000,
  });
}

function useCommentWrite<Body>(documentId: string, work: (body: Body) => Promise<{ items: Comment[] }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    // The document's row, with the new revision, comes by the delta request a moment later.
    onSuccess: ({ items }) => client.setQueriesData({ queryKey: keyOf(documentId) }, items),
  });
}

/** Says something about a value (`pointer` with its row's key) or the whole document (null). */
export function useAddComment(documentId: string) {
  return useCommentWrite(documentId, (body: { pointer: string | null; text: string; mentions: string[] }) =>
    requestJson<z.infer<typeof listCommentsSchema>>(path(documentId), { method: 'POST', body: { id: newId(), ...body } }),
  );
}

/** Marks a comment as settled, or opens it again. */
export function useResolveComment(documentId: string) {
  return useCommentWrite(documentId, ({ id, resolved }: { id: string; resolved: boolean }) =>
    requestJson<z.infer<typeof listCommentsSchema>>(`${path(documentId)}/${id}`, { method: 'PUT', body: { resolved } }),
  );
}
