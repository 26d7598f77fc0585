'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { SearchField } from '#components/ui/inputs/search-field.tsx';
import type { ListState } from './use-list-state.ts';

const PAUSE_MS = 250;

/** Searches names, values, comments and text, a moment after the last letter. */
export function ListSearch({ list, inputRef }: { list: ListState; inputRef: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(list.state.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(list.state.q);
  useEffect(() => {
    // Taken over when the address changes by other means, e.g. the back button.
    if (list.state.q !== sent.current) setText(list.state.q);
    sent.current = list.state.q;
  }, [list.state.q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    const send = () => {
      sent.current = value.trim();
      list.show({ q: value.trim() });
    };
    if (value === '') send();
    else timer.current = setTimeout(send, PAUSE_MS);
  };
  return (
    <SearchField
      aria-label="Search documents"
      placeholder="Find anything"
      value={text}
      onChange={search}
      maxLength={200}
      inputRef={inputRef}
      className="w-64 max-xl:w-40 max-md:w-auto max-md:flex-1"
    />
  );
}
