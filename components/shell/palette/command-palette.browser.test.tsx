import { beforeEach, expect, test } from 'vitest';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { keepRecent, recentDocument } from '#components/shared/recent-items.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { listQueuesSchema } from '#lib/contract/desk/queue.ts';
import { CommandPalette } from './command-palette.tsx';

const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'reviewer' } as const;

function Screen() {
  useShortcuts('Everywhere', [
    { id: 'test.sheet', keys: ['?'], label: 'Show keys', run: () => undefined },
    { id: 'test.sheet-typing', keys: ['Mod+/'], label: 'Show keys, while typing', isSecondKey: true, run: () => undefined },
  ]);
  return <CommandPalette onClose={() => undefined} />;
}

beforeEach(() => localStorage.clear());

test('the palette opens with the documents opened last, and names each command once', async () => {
  onRequest('GET /api/queues', () => json(listQueuesSchema, { items: [], seconds_per_document: null, unqueued: null }));
  onRequest('GET /api/schemas', () => ({ status: 200, type: 'application/json', body: btoa('{"items":[]}') }));
  keepRecent(ADA.id, recentDocument('d1', 'first.pdf'));
  keepRecent(ADA.id, recentDocument('d2', 'second.pdf'));
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <Screen />
    </CurrentUserContext>,
  );
  const recent = screen.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect.poll(() => recent.elements().map((option) => option.textContent)).toEqual(['second.pdf', 'first.pdf']);
  expect(screen.getByRole('option', { name: /Show keys/ }).elements()).toHaveLength(1);
});
