'use client';

import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type CompareFieldChoice, compareFieldQuery } from '#lib/client/documents/compare-field.ts';
import { saveActions } from '#lib/client/documents/document.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { pagesQuery } from '#lib/client/documents/pages.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { untilAnswered, whileWarning } from '#lib/client/http/retry-send.ts';
import type { ComparedValue, ComparedValues } from '#lib/contract/desk/compare-field.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import { locate } from '#lib/document/grounding/locate.ts';
import { inverseOf } from '#lib/document/review/inverse-of.ts';
import { applyAction } from '#lib/document/review/merge-actions.ts';
import { valueAt } from '#lib/document/values/value-at.ts';

/** Looking for a typed value's place must not hold up its saving. */
const LOCATE_MS = 2000;

/** What stands beside a value: it is being saved, waits for the network, or why it was not saved. */
export type ValueNote = { kind: 'saving' } | { kind: 'waiting' | 'refused'; message: string };

function afterDetail(item: ComparedValue, detail: DeskDocumentDetail): ComparedValue {
  const value = detail.fields && valueAt(detail.fields, item.value.pointer);
  const { state, revision } = detail.document;
  if (!value) return { ...item, document: { ...item.document, state, revision } };
  const flags = detail.flags.filter((flag) => flag.pointer === value.pointer);
  return { ...item, document: { ...item.document, state, revision }, value, flags };
}

/** The item as it will be once the draft is saved. */
function foresee(item: ComparedValue, draft: ActionDraft): ComparedValue {
  const { name } = item.field;
  const action = { id: '', sequence: 0, actor: { id: '', name: '' }, at: new Date().toISOString(), draft };
  const after = applyAction({ schema: { fields: [item.field] }, fields: { [name]: item.value }, action })[name];
  return after === undefined || Array.isArray(after) ? item : { ...item, value: after, flags: [] };
}

/** The values that the screen has, in the browser's cache. */
function useComparedItems(choice: CompareFieldChoice) {
  const client = useQueryClient();
  const { queryKey } = compareFieldQuery(choice);

  const find = (id: string): ComparedValue | undefined =>
    client
      .getQueryData<InfiniteData<ComparedValues>>(queryKey)
      ?.pages.flatMap((page) => page.items)
      .find((item) => item.document.id === id);
  const change = (id: string, how: (item: ComparedValue) => ComparedValue) =>
    client.setQueryData<InfiniteData<ComparedValues>>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) =>
            page.items.some((item) => item.document.id === id)
              ? { ...page, items: page.items.map((item) => (item.document.id === id ? how(item) : item)) }
              : page,
          ),
        },
    );
  return { find, change };
}

function useNotes() {
  const [notes, setNotes] = useState<ReadonlyMap<string, ValueNote>>(new Map());
  const record = (id: string, said: ValueNote | null) =>
    setNotes((now) => {
      const next = new Map(now);
      if (said) next.set(id, said);
      else next.delete(id);
      return next;
    });
  return { notes, record };
}

/** Where a value stands on the page that had the old one; nothing when that takes too long to find out. */
async function findPlace(client: QueryClient, item: ComparedValue, value: Value): Promise<Evidence[]> {
  const { document, field, value: merged } = item;
  const number = merged.evidence[0]?.page ?? 1;
  const late = new Promise<null>((resolve) => setTimeout(resolve, LOCATE_MS, null));
  const answer = await Promise.race([client.fetchQuery(pagesQuery(document.id, number, document.pages_read)).catch(() => null), late]);
  return answer ? locate(value, field.type, answer.pages, { label: field.label || field.name, limit: 1 }) : [];
}

/**
 * Confirms and corrects values of the screen. Each is saved at once as an action of its document, one after the other for each
 * document, and again until the desk answers, while the browser warns before closing; what is refused is shown beside the value as it stands on the desk, and nothing is written over unseen.
 */
export function useFieldReview(choice: CompareFieldChoice, actor: { id: string; name: string }) {
  const client = useQueryClient();
  const { notes, record } = useNotes();
  const lines = useRef(new Map<string, Promise<void>>());
  /** Those that own saves made; a newer one from elsewhere must be looked at first. */
  const ownRevisions = useRef(new Map<string, number>());
  const done = useRef<{ id: string; inverse: ActionDraft[] }[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const { find, change } = useComparedItems(choice);
  const send = async (id: string, drafts: ActionDraft[], before: ComparedValue) => {
    // The screen may have been left meanwhile; what was done on it is saved all the same.
    const revision = find(id)?.document.revision ?? Math.max(before.document.revision, ownRevisions.current.get(id) ?? 0);
    record(id, { kind: 'saving' });
    try {
      const actions = drafts.map((draft) => ({ id: newId(), draft }));
      const body = { revision, actions };
      const detail = await untilAnswered(
        () => saveActions(id, body),
        (error) => record(id, { kind: 'waiting', message: `Not saved yet, retrying. Stay on this page. ${errorMessage(error)}` }),
      );
      ownRevisions.current.set(id, detail.document.revision);
      change(id, (now) => afterDetail(now, detail));
      client.setQueryData(documentKeys.detail(id), detail);
      record(id, null);
    } catch (error) {
      const present = error instanceof ProblemError ? (error.extra?.detail as DeskDocumentDetail | undefined) : undefined;
      change(id, (now) => (present ? afterDetail(now, present) : { ...before, document: now.document }));
      const message = present ? 'Someone else changed this document. The current values are shown; check them again.' : errorMessage(error);
      record(id, { kind: 'refused', message });
    }
  };
  const act = (id: string, drafts: ActionDraft[], isUndoing = false, known?: ComparedValue) => {
    const before = find(id) ?? known;
    if (!before || drafts.length === 0) return;
    if (!isUndoing) {
      done.current.push({ id, inverse: inverseOf({ [before.field.name]: before.value }, drafts[0]!) });
      setCanUndo(true);
    }
    change(id, (item) => drafts.reduce(foresee, item));
    const line = (lines.current.get(id) ?? Promise.resolve()).then(() => send(id, drafts, before));
    lines.current.set(id, line);
    void whileWarning(() => line);
  };
  return {
    notes,
    confirm: (id: string) => {
      const item = find(id);
      if (item?.value.status === 'machine') act(id, [{ kind: 'confirm', pointer: item.value.pointer }]);
    },
    /** Saves another value; its place is looked for on the page unless it is given. */
    correct: async (id: string, value: Value, evidence?: Evidence[]) => {
      const item = find(id);
      if (!item) return;
      const { pointer } = item.value;
      if (value === null) return act(id, [{ kind: 'clear', pointer }]);
      change(id, (now) => ({ ...now, value: { ...now.value, value, status: 'corrected', actor } }));
      await whileWarning(async () => {
        record(id, { kind: 'saving' });
        const place = evidence ?? (await findPlace(client, item, value));
        change(id, (now) => ({ ...now, value: item.value }));
        act(id, [{ kind: 'correct', pointer, value, evidence: place }], false, item);
      });
    },
    canUndo,
    /** Takes the last step back; gives the document's id. */
    undo: (): string | null => {
      const step = done.current.pop();
      setCanUndo(done.current.length > 0);
      if (!step) return null;
      act(step.id, step.inverse, true);
      return step.id;
    },
  };
}
export type FieldReview = ReturnType<typeof useFieldReview>;
