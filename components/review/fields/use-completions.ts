'use client';

import { useEffect, useMemo, useState } from 'react';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { type Completion, listCompletions } from '#lib/document/review/list-completions.ts';
import { useReviewActs } from '../session/review-context.ts';
import { useSuggestions } from './use-suggestions.ts';

/** What is offered for what is being typed, and which of it `Enter` takes. */
export type Completions = {
  list: readonly Completion[];
  /** The marked one's place in the list: the first, until arrow keys mark another. */
  marked: number;
  /** A person has marked it. */
  isChosen: boolean;
  move(step: 1 | -1): void;
};

/** @param typed null while nothing is being typed. The place of the marked one is shown on the page. */
export function useCompletions(field: RowField, typed: string | null): Completions {
  const { preview } = useReviewActs();
  const suggestions = useSuggestions(field, typed);
  const list = useMemo(() => (typed === null ? [] : listCompletions(field, typed, suggestions)), [field, typed, suggestions]);
  const [chosen, setChosen] = useState<{ typed: string | null; at: number }>({ typed: null, at: 0 });
  const isChosen = typed !== null && chosen.typed === typed;
  const marked = isChosen ? Math.min(chosen.at, list.length - 1) : 0;
  const place = list[marked]?.evidence ?? null;
  useEffect(() => {
    if (!place) return;
    preview(place);
    return () => preview(null);
  }, [place, preview]);
  return {
    list,
    marked,
    isChosen,
    move: (step) => setChosen({ typed, at: (marked + step + list.length) % Math.max(1, list.length) }),
  };
}
