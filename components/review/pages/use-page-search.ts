'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { searchPagesQuery } from '#lib/client/documents/page-search.ts';
import type { PageMatch } from '#lib/contract/desk/page-search.ts';
import type { FoundPlace } from './drawing/page-view.tsx';

const NONE: readonly PageMatch[] = [];
/** Milliseconds without a key until the typed text is sought. */
const PAUSE = 140;
const LONGEST = 200;

/**
 * The search in a document: what is sought, where it stands, which place is looked at. An address with `find` opens it with that, as
 * it does for whoever comes from a hit in the documents list.
 */
export function usePageSearch(documentId: string, pagesRead: number) {
  const given = useSearchParams()?.get('find')?.slice(0, LONGEST) ?? '';
  const [isOpen, setOpen] = useState(given !== '');
  /** Opened by a person, who is about to type, and not by the address. */
  const [isByHand, setByHand] = useState(false);
  const [text, setText] = useState(given);
  const [sought, setSought] = useState(given);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(text.trim());
      setIndex(0);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery(searchPagesQuery(documentId, isOpen ? sought : '', pagesRead));
  const matches = isOpen && sought !== '' ? (query.data?.matches ?? NONE) : NONE;
  const at = matches.length === 0 ? -1 : index % matches.length;
  const byPage = useMemo(() => {
    const pages = new Map<number, FoundPlace[]>();
    matches.forEach(({ page, boxes }, position) => {
      const found = { boxes, isCurrent: position === at };
      const known = pages.get(page);
      if (known) known.push(found);
      else pages.set(page, [found]);
    });
    return pages;
  }, [matches, at]);
  return {
    isOpen,
    text,
    setText,
    open: () => {
      setByHand(true);
      setOpen(true);
    },
    isByHand,
    close: () => setOpen(false),
    step: (direction: 1 | -1) => matches.length > 0 && setIndex((now) => (now + direction + matches.length) % matches.length),
    byPage,
    /** The place looked at, or undefined. */
    current: matches[at],
    /** 0-based, -1 for none. */
    index: at,
    count: matches.length,
    isCut: query.data?.is_cut ?? false,
    isSearching: query.isFetching || text.trim() !== sought,
    error: query.error,
  };
}
export type PageSearch = ReturnType<typeof usePageSearch>;
