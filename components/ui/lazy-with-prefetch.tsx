'use client';

import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { whenIdle } from './when-idle.ts';

/** The first paint and the first keys go before parts that nobody has asked for. */
const CALM_MS = 1_500;
const AGAIN_MS = 3_000;
/** A part that was asked for and is not here by then is told of. */
const SLOW_MS = 1_000;
/** After so many tries in vain its code may be gone: the desk was renewed since the page was loaded. */
const TRIES = 5;

/** Parts whose code is not here yet. */
const missing = new Set<() => Promise<void>>();
let isPlanned = false;

/** Fetches the missing parts one after the other while the browser has nothing to do, so that they work without network too. */
function plan(): void {
  if (isPlanned || typeof window === 'undefined') return;
  isPlanned = true;
  const next = () => {
    const [fetchPart] = missing;
    if (!fetchPart) {
      isPlanned = false;
      return;
    }
    fetchPart().then(
      () => whenIdle(next),
      () => setTimeout(next, AGAIN_MS),
    );
  };
  setTimeout(() => whenIdle(next), CALM_MS);
}

/** What stands in a part's place gets `onWant`: the part is wanted now, e.g. its button was pressed. */
export type Meanwhile<P> = ComponentType<P & { onWant: () => void }>;

/**
 * A part of a screen whose code comes after the screen itself: when it is first shown, or before that while the browser is idle.
 * @param load gives the component @param Meanwhile stands in its place until then; once it was wanted, the part gets `isWanted`
 * @param isRare not fetched before it is shown
 * @param isAtOnce what the screen is for, and no button: fetched beside the screen's data
 */
export function lazyWithPrefetch<P extends object>(
  load: () => Promise<ComponentType<P & { isWanted?: boolean }>>,
  Meanwhile?: Meanwhile<P>,
  { isRare = false, isAtOnce = false }: { isRare?: boolean; isAtOnce?: boolean } = {},
): ComponentType<P> {
  let part: ComponentType<P & { isWanted?: boolean }> | null = null;
  let loading: Promise<void> | null = null;
  let failures = 0;
  const listeners = new Set<() => void>();
  const fetchPart = () => {
    loading ??= load().then(
      (found) => {
        part = found;
        missing.delete(fetchPart);
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        failures += 1;
        throw error;
      },
    );
    return loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  if (!isRare) {
    missing.add(fetchPart);
    plan();
  }
  // what fails is tried again where it is shown
  if (isAtOnce && typeof window !== 'undefined') fetchPart().catch(() => undefined);

  return function LazyPart(props: P) {
    const Part = useSyncExternalStore(
      subscribe,
      () => part,
      () => null,
    );
    const [isWanted, setWanted] = useState(false);
    const onWant = useCallback(() => setWanted(true), []);
    const [isSlow, setSlow] = useState(false);
    const [isGone, setGone] = useState(false);
    const isMissing = !Part && (isWanted || isAtOnce || !Meanwhile);
    useEffect(() => {
      if (!isMissing) return;
      const again = () =>
        fetchPart().catch(async () => {
          if (failures >= TRIES && (await isPageThere())) setGone(true);
        });
      void again();
      const timer = setInterval(again, AGAIN_MS);
      const slow = setTimeout(() => setSlow(true), SLOW_MS);
      return () => {
        clearInterval(timer);
        clearTimeout(slow);
        setSlow(false);
        setGone(false);
      };
    }, [isMissing]);
    if (Part) return <Part {...props} isWanted={isWanted} />;
    return (
      <>
        {Meanwhile ? <Meanwhile {...props} onWant={onWant} /> : null}
        {isSlow ? <Slow isGone={isGone} /> : null}
      </>
    );
  };
}

/** True when loading the page again would work. */
async function isPageThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function Slow({ isGone }: { isGone: boolean }) {
  return (
    <div
      role="status"
      className="fixed bottom-10 left-1/2 z-40 flex -translate-x-1/2 items-center gap-3 rounded-md border border-line bg-raised px-3 py-1.5 text-ink text-sm shadow-md"
    >
      {isGone ? (
        <>
          This part of the screen could not be loaded because the desk was updated.
          <Button onPress={() => location.reload()}>Reload the page</Button>
        </>
      ) : (
        'Loading this part of the screen …'
      )}
    </div>
  );
}
