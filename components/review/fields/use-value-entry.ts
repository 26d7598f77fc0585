'use client';

import { type KeyboardEvent, useState } from 'react';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';
import { useCompletions } from './use-completions.ts';
import { isPlain, useValueDraft } from './use-value-draft.ts';

type ValueEntryInput = {
  field: RowField;
  merged: MergedValue;
};

/** What is typed as a value, what the page offers for it, and what keys do with both. */
export function useValueEntry({ field, merged }: ValueEntryInput) {
  const review = useReviewActs();
  const { draft, setDraft, isWrong, isChanged, put, save, reset } = useValueDraft(field, merged);
  const [isTyping, setTyping] = useState(false);
  const completions = useCompletions(field, review.canEdit && isTyping && isChanged && !isWrong ? draft : null);
  const id = elementId(merged.pointer);
  const listId = `${id}-completions`;
  const type = (text: string) => {
    setDraft(text);
    setTyping(true);
  };
  const take = (index: number) => {
    const completion = completions.list[index];
    // What is not drawn yet has not been seen.
    if (!completion || !document.getElementById(listId)) return false;
    setTyping(false);
    put(formatValue(field.type, completion.value), completion.value, completion.evidence ? [completion.evidence] : []);
    return true;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && isPlain(event)) {
      event.preventDefault();
      // A key held down would accept what nobody has looked at.
      if (event.repeat) return;
      if (take(completions.marked) || save()) review.accept(merged.pointer);
    } else if (event.key === 'Escape' && reset()) {
      event.stopPropagation();
      setTyping(false);
    } else if (completions.list.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp') && isPlain(event)) {
      event.preventDefault();
      completions.move(event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return {
    id,
    /** Id of the list of completions. */
    listId,
    draft,
    isWrong,
    isChanged,
    completions,
    type,
    /** Takes a completion with its place; false where it is not shown. */
    take,
    save,
    leave: () => {
      setTyping(false);
      save();
    },
    handleKeyDown,
  };
}

export type ValueEntry = ReturnType<typeof useValueEntry>;
