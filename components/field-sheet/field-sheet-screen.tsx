'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { fieldSheetQuery } from '#lib/client/documents/field-sheet.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { SheetGrid } from './sheet-grid.tsx';
import { SheetHeader } from './sheet-header.tsx';
import { useSheetChoice } from './use-sheet-choice.ts';
import { useSheetWork } from './use-sheet-work.ts';

/** The same field of many documents side by side: confirm by looking, correct in place. */
export function FieldSheetScreen() {
  const sheet = useSheetChoice();
  const user = useCurrentUser();
  const mayEdit = useMay('reviewer');
  const query = useInfiniteQuery(fieldSheetQuery(sheet.choice));
  const work = useSheetWork(sheet.choice, user);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const checked = items.filter((item) => item.value.status !== 'machine').length;
  const isChosen = sheet.choice.schema_id !== '' && sheet.choice.field !== '';
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
        <SheetHeader sheet={sheet} />
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
        <SheetGrid key={JSON.stringify(sheet.choice)} items={items} work={work} mayEdit={mayEdit} hasMore={hasNextPage} onMore={onMore} />
      )}
    </>
  );
}
