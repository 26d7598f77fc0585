import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ListPages } from './list-pages.tsx';
import { ListTabs } from './list-tabs.tsx';
import { type ListState, useListState } from './use-list-state.ts';

const show = (props: Parameters<typeof Both>[0]) =>
  renderInApp(
    <NuqsTestingAdapter>
      <Both {...props} />
    </NuqsTestingAdapter>,
  );

function Both({ total, isMore, counts }: { total: number; isMore: boolean; counts: Record<string, number | null> }) {
  const list: ListState = useListState();
  return (
    <>
      <ListTabs list={list} counts={counts} />
      <ListPages list={list} total={total} attached={3} isMore={isMore} />
    </>
  );
}

test('where a search finds too many to count, the list says so, and shows the states without numbers', async () => {
  const { screen } = await show({ total: 998, isMore: true, counts: { approved: null, failed: null } });
  await expect.element(screen.getByText('1–100 of more than 997')).toBeVisible();
  await expect.element(screen.getByText('with attachments')).not.toBeInTheDocument();
  expect(
    screen
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['All', 'To review0', 'Approved', 'Failed']);
});

test('what was counted is told with its number', async () => {
  const { screen } = await show({ total: 998, isMore: false, counts: { approved: 990, failed: 11 } });
  await expect.element(screen.getByText('1–100 of 998 · 1,001 with attachments')).toBeVisible();
  expect(
    screen
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['All1,001', 'To review0', 'Approved990', 'Failed11']);
});
