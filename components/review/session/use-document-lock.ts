'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { createLockKeeper, type LockKeeper, type LockState } from '#lib/client/documents/document-lock.ts';
import { tabId } from '#lib/client/http/tab-id.ts';
import type { DeskDocument, DocumentLock } from '#lib/contract/desk/desk-document.ts';

function isElsewhere(lock: DocumentLock | null): lock is DocumentLock {
  return lock !== null && !lock.ahead && lock.tab !== tabId();
}

/**
 * Keeps the lock of the document shown while `isWanted`. What polling or a refused write says of it is asked after at once,
 * so that whoever loses it learns of it within a few seconds.
 * @param refusedBy the lock that a refused write told of
 * @param onMine told of every answer that the lock is this tab's; stays the same
 */
export function useDocumentLock(document: DeskDocument, isWanted: boolean, refusedBy: DocumentLock | null, onMine: () => void) {
  const [state, setState] = useState<LockState>(() =>
    isElsewhere(document.lock) ? { status: 'theirs', lock: document.lock, lost: false } : { status: 'asking' },
  );
  const keeper = useRef<LockKeeper | null>(null);
  const first = useRef(state);
  useEffect(() => {
    if (!isWanted) return;
    const made = createLockKeeper(document.id, { first: first.current, onChange: setState, onMine });
    keeper.current = made;
    return () => {
      made.stop();
      keeper.current = null;
      first.current = { status: 'asking' };
      setState(first.current);
    };
  }, [document.id, isWanted, onMine]);
  const told = document.lock?.tab ?? null;
  const toldBefore = useRef(told);
  useEffect(() => {
    if (told === toldBefore.current) return;
    toldBefore.current = told;
    if (told !== tabId()) void keeper.current?.askNow();
  }, [told]);
  useEffect(() => {
    if (refusedBy) void keeper.current?.askNow();
  }, [refusedBy]);
  const takeOver = useCallback(async () => keeper.current?.takeOver(), []);
  return { lock: isWanted && state.status === 'theirs' ? state : null, takeOver };
}
