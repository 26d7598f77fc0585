'use client';

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SearchField } from '#components/ui/inputs/search-field.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { PageSearch } from './use-page-search.ts';

function countOf(search: PageSearch): string {
  if (search.text.trim() === '') return '';
  if (search.error) return errorMessage(search.error);
  if (search.count === 0) return search.isSearching ? 'Searching …' : 'Not found';
  return `${search.index + 1} of ${search.count}${search.isCut ? ' or more' : ''}`;
}

/** Where one types what is sought in all pages. Enter and Shift+Enter step through the places, Esc closes. */
export function PageSearchBar({ search, onClose }: { search: PageSearch; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { isByHand } = search;
  useEffect(() => {
    if (!isByHand) return;
    input.current?.focus();
    input.current?.select();
  }, [isByHand]);
  return (
    <search aria-label="Search in this document" className="flex h-9 shrink-0 items-center gap-1.5 border-b bg-surface px-2">
      <SearchField
        aria-label="Search in this document"
        placeholder="Search in all pages"
        className="w-56 shrink"
        inputRef={input}
        value={search.text}
        onChange={search.setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else event.continuePropagation();
        }}
      />
      <IconButton
        label="Previous match"
        shortcut="⇧ Enter"
        size="small"
        icon={<ChevronUp size={15} aria-hidden />}
        isDisabled={search.count === 0}
        onPress={() => search.step(-1)}
      />
      <IconButton
        label="Next match"
        shortcut="Enter"
        size="small"
        icon={<ChevronDown size={15} aria-hidden />}
        isDisabled={search.count === 0}
        onPress={() => search.step(1)}
      />
      <span role="status" className="min-w-0 truncate text-ink-muted text-xs">
        {countOf(search)}
      </span>
      <IconButton
        label="Close the search"
        shortcut="Esc"
        size="small"
        className="ml-auto"
        icon={<X size={15} aria-hidden />}
        onPress={onClose}
      />
    </search>
  );
}
