import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { type BackupRun, type Backups, backupsSchema } from '#lib/contract/desk/backups.ts';
import { BackupsScreen } from './backups-screen.tsx';

const RUN: BackupRun = {
  id: '0190d9c0-0000-7000-8000-000000000001',
  started_at: '2026-03-10T02:00:00.000Z',
  ended_at: '2026-03-10T02:00:12.000Z',
  outcome: 'done',
  rows: 4_200,
  files: 310,
  added_bytes: 12_300_000,
  is_encrypted: true,
};

async function open(given: Partial<Backups>) {
  onRequest('GET /api/backups', () => json(backupsSchema, { state: 'well', every_hours: 24, last_complete: RUN, runs: [RUN], ...given }));
  return (await renderInApp(<BackupsScreen />)).screen;
}

test('while there is no backup the page says what that means, and how to make one', async () => {
  const screen = await open({ state: 'never', every_hours: null, last_complete: null, runs: [] });
  await expect.element(screen.getByText('There is no complete backup')).toBeVisible();
  await expect.element(screen.getByText('COUNTERSIGN_BACKUP_FOLDER')).toBeVisible();
  await expect.element(screen.getByText('node dist/countersign.mjs backup PLACE')).toBeVisible();
});

test('the last complete backup stands above the list, with the schedule and what the last one came to', async () => {
  const failed: BackupRun = { ...RUN, id: RUN.id.replace(/1$/, '2'), outcome: 'failed', rows: null, files: null, added_bytes: null };
  const screen = await open({ runs: [failed, RUN] });
  await expect.element(screen.getByText(/The last complete backup is from/)).toBeVisible();
  await expect.element(screen.getByText(/A backup is made every day\. The newest one failed\. Its log says why/)).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Complete 12 s 310 files, 4,200 rows 12.3 MB Yes/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Failed/ })).toBeVisible();
  await expect.element(screen.getByText('COUNTERSIGN_BACKUP_FOLDER')).not.toBeInTheDocument();
});

test('where there are backups but no schedule, the way to one in a new place is told', async () => {
  const screen = await open({ every_hours: null });
  await expect.element(screen.getByText(/The first backup in a new place has to be made this way/)).toBeVisible();
});

test('what a late backup means is told', async () => {
  const late = await open({ state: 'late' });
  await expect.element(late.getByText(/would be lost with this machine/)).toBeVisible();
});

test('one that is not encrypted is told, and axe finds no fault in light and dark', async () => {
  const plain = { ...RUN, is_encrypted: false };
  const screen = await open({ last_complete: plain, runs: [plain, { ...plain, id: RUN.id.replace(/1$/, '3'), outcome: 'cut_off' }] });
  await expect.element(screen.getByText(/It is not encrypted/)).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    expect(await commands.axeInPage()).toEqual([]);
  }
  delete document.documentElement.dataset.theme;
});
