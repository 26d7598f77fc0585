'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';

export type LoadingPartProps<Data> = {
  query: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown; isFetching: boolean };
  children: (data: Data) => ReactNode;
};

/** Shows what a query answered; before that a spinner, or why there is no answer and a button to ask again. */
export function LoadingPart<Data>({ query, children }: LoadingPartProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Notice
        tone="bad"
        actions={
          <Button onPress={() => query.refetch()} isPending={query.isFetching}>
            Try again
          </Button>
        }
      >
        {errorMessage(query.error)}
      </Notice>
    );
  }
  return (
    <div className="flex h-16 items-center text-ink-faint">
      <Spinner size={16} label="Loading" />
    </div>
  );
}
