import { QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { render } from 'vitest-browser-react';
import { Toasts } from '#components/ui/layers/toasts.tsx';
import { createQueryClient } from '#lib/client/team/create-query-client.ts';

/**
 * Shows a part of the product as its pages do: with the cache, links without full loads, and toasts.
 * @returns the screen, and `visited`: the paths that were gone to, in order
 */
export async function renderInApp(children: ReactNode) {
  const visited: string[] = [];
  const go = (path: string) => void visited.push(path);
  const router: AppRouterInstance = {
    bfcacheId: 'test',
    push: go,
    replace: go,
    back: () => go('back'),
    forward: () => go('forward'),
    refresh: () => undefined,
    prefetch: () => undefined,
  };
  const client = createQueryClient();
  const screen = await render(
    <AppRouterContext value={router}>
      <QueryClientProvider client={client}>
        <RouterProvider navigate={go}>
          <div className="flex h-screen flex-col">{children}</div>
          <Toasts />
        </RouterProvider>
      </QueryClientProvider>
    </AppRouterContext>,
  );
  return { screen, visited };
}
