'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Toasts } from '#components/ui/layers/toasts.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { createQueryClient } from '#lib/client/team/create-query-client.ts';

// Fetched while the browser is idle; until then there are no tips.
const TipLayer = lazyWithPrefetch<object>(
  async () => (await import('#components/ui/layers/tip-layer.tsx')).TipLayer,
  () => null,
);

/** What every screen stands in: the cache, links without full loads, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const router = useRouter();
  return (
    <QueryClientProvider client={client}>
      <RouterProvider navigate={(path) => router.push(path)}>
        {children}
        <Toasts />
        <TipLayer />
      </RouterProvider>
    </QueryClientProvider>
  );
}
