'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useSaveSchema } from '#lib/client/team/schemas.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { checkDraft, type Messages, placeServerErrors } from './check-draft.ts';
import { keepDraft } from './draft-store.ts';
import { type EditorDraft, editorDraft, plainDraft } from './schema-draft.ts';

const EMPTY: EditorDraft = { name: '', description: '', fields: [], rules: [] };
const NO_MESSAGES: Messages = new Map();

/** Before the first try to save, what is merely not filled in yet is not called a mistake. */
function visible(found: Messages, draft: EditorDraft, attempted: boolean): Messages {
  if (attempted) return found;
  const fresh = new Set(
    [...draft.fields, ...draft.fields.flatMap(({ columns }) => columns)]
      .filter((field) => !field.label && field.isNameAuto)
      .map(({ key }) => key),
  );
  const empty = new Set(draft.rules.filter(({ formula }) => !formula).map(({ key }) => key));
  return new Map(
    [...found].filter(([place]) => {
      const key = place.split('.')[0] ?? '';
      return place !== 'fields' && !(place === 'name' && draft.name === '') && !fresh.has(key) && !empty.has(key);
    }),
  );
}

/**
 * What is being edited of a schema, what is wrong with it, and saving it. Unsaved changes are kept in this tab.
 * @param schema the newest saved version; null for a schema not saved yet
 * @param initial what a new schema begins with
 */
export function useSchemaDraft(schema: Schema | null, initial: SchemaDraft | undefined) {
  const schemaId = schema?.id ?? null;
  const saved = useMemo(() => (schema ? editorDraft(schema) : EMPTY), [schema]);
  const [draft, setDraft] = useState<EditorDraft>(() => (initial ? editorDraft(initial) : saved));
  const [attempted, setAttempted] = useState(false);
  const save = useSaveSchema(schemaId ?? undefined);
  const router = useRouter();
  const savedText = useMemo(() => JSON.stringify(plainDraft(saved)), [saved]);
  const text = useDeferredValue(JSON.stringify(plainDraft(draft)));
  const isDirty = text !== savedText;
  const found = useMemo(() => checkDraft(draft), [draft]);
  const fromServer = useMemo(
    () => (save.isError ? placeServerErrors(draft, fieldErrors(save.error)) : NO_MESSAGES),
    [save.isError, save.error, draft],
  );
  const messages = useMemo(() => new Map([...fromServer, ...visible(found, draft, attempted)]), [found, fromServer, draft, attempted]);
  useEffect(() => {
    if (isDirty) keepDraft(schemaId, draft);
  }, [isDirty, draft, schemaId]);

  const submit = () => {
    setAttempted(true);
    if (save.isPending || !isDirty) return;
    if (found.size > 0) {
      const first = [...found.values()][0];
      showToast({ tone: 'bad', title: `Not saved: ${countOf(found.size, 'error')} to fix`, detail: first });
      return;
    }
    save.mutate(plainDraft(draft), {
      onSuccess: (next) => {
        keepDraft(schemaId, null);
        setAttempted(false);
        showToast({ tone: 'ok', title: `${next.name}: saved as version ${next.version}` });
        if (!schemaId) router.replace(`/schemas/${encodeURIComponent(next.id)}`);
      },
      onError: (error) => showToast({ tone: 'bad', title: 'Not saved', detail: errorMessage(error) }),
    });
  };
  return {
    draft,
    /** What is saved, as the store of unsaved drafts keeps it. */
    savedText,
    isDirty,
    isSaving: save.isPending,
    /** Leaving would lose something. */
    isUnsaved: isDirty && !save.isSuccess,
    messages,
    /** What keeps the draft from being tried, also what is merely not filled in yet; null = nothing. A missing name does not. */
    fault: [...found].find(([place]) => place !== 'name')?.[1] ?? null,
    change: (part: Partial<EditorDraft>) => {
      if (save.isError || save.isSuccess) save.reset();
      setDraft((before) => ({ ...before, ...part }));
    },
    submit,
    discard: () => {
      keepDraft(schemaId, null);
      save.reset();
      setAttempted(false);
      setDraft(saved);
    },
  };
}

export type SchemaEditing = ReturnType<typeof useSchemaDraft>;
