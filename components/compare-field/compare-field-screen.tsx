'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { compareFieldQuery } from '#lib/client/documents/compare-field.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { CompareFieldHeader } from './compare-field-header.tsx';
import { useFieldChoice } from './use-field-choice.ts';
import { useFieldReview } from './use-field-review.ts';
import { ValueGrid } from './value-grid.tsx';

/** The same field of many documents side by side: confirm by looking, correct in place. */
export function CompareFieldScreen() {
  const fieldChoice = useFieldChoice();
  const user = useCurrentUser();
  const mayEdit = useMay('reviewer');
  const query = useInfiniteQuery(compareFieldQuery(fieldChoice.choice));
  const work = useFieldReview(fieldChoice.choice, user);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const checked = items.filter((item) => item.value.status !== 'machine').length;
  const isChosen = fieldChoice.choice.schema_id !== '' && fieldChoice.choice.field !== '';
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  // A page whose values were all left out shows nothing that could be scrolled to.
  const isLooking = items.length === 0 && (hasNextPage || query.isFetching);
  useEffect(() => {
    if (isLooking && hasNextPage && !query.isFetching) void fetchNextPage();
  });
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-surface px-4 py-2">
        <h1 className="font-semibold text-base">Compare a field</h1>
        <CompareFieldHeader choice={fieldChoice} />
        {items.length > 0 ? (
          <p role="status" className="ml-auto text-ink-muted text-xs">
            {`${checked} of ${items.length}${hasNextPage ? ' shown' : ''} checked${total > items.length ? ` · ${total} documents` : ''}`}
          </p>
        ) : null}
      </header>
      {query.error ? (
        <Notice
          tone="bad"
          title="The values could not be loaded"
          className="m-4"
          actions={
            <Button size="small" onPress={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {errorMessage(query.error)}
        </Notice>
      ) : !isChosen ? (
        <EmptyState icon={<LayoutGrid size={20} aria-hidden />} title="Compare one field across documents">
          Choose a schema and a field to see its values side by side, each with its source on the page. Enter confirms and moves on, typing
          corrects, Space selects.
        </EmptyState>
      ) : query.isPending || isLooking ? (
        <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the values">
          <Spinner size={22} />
        </div>
      ) : items.length === 0 ? (
        <EmptyState icon={<LayoutGrid size={20} aria-hidden />} title="No values">
          No documents match these filters. Choose another state, date or field.
        </EmptyState>
      ) : (
        <ValueGrid
          key={JSON.stringify(fieldChoice.choice)}
          items={items}
          work={work}
          mayEdit={mayEdit}
          hasMore={hasNextPage}
          onMore={onMore}
        />
      )}
    </>
  );
}
