import { expect, test } from 'vitest';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { COLUMNS } from './document-cells.tsx';

async function draw(column: string, document: Partial<DeskDocument>) {
  const { cell } = COLUMNS.find(({ id }) => id === column)!;
  const place = { found: undefined, depth: 0, family: null, isFolded: null, onFold: () => undefined };
  const { screen } = await renderInApp(<p>{cell(documentWith(document), false, place)}</p>);
  const { textContent } = screen.container;
  const isWarning = screen.container.querySelector('.text-warn, .text-bad') !== null;
  await screen.unmount();
  return { textContent, isWarning };
}

const flagsOf = (state: DeskDocument['state'], open_flags: number) => draw('flags', { state, open_flags });

test('flags ask for a look only while a document is not decided', async () => {
  expect(await flagsOf('to_review', 2)).toEqual({ textContent: '2', isWarning: true });
  for (const state of ['approved', 'rejected', 'split'] as const) {
    expect(await flagsOf(state, 2)).toEqual({ textContent: '2', isWarning: false });
  }
  expect(await flagsOf('to_review', 0)).toEqual({ textContent: '0', isWarning: false });
});

test('a due date that is past asks for a look only while a document is not decided', async () => {
  const isPast = async (state: DeskDocument['state']) => (await draw('due', { state, due_at: '2026-01-05T10:00:00.000Z' })).isWarning;
  expect(await isPast('to_review')).toBe(true);
  for (const state of ['approved', 'rejected', 'split'] as const) expect(await isPast(state)).toBe(false);
});
