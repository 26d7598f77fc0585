import { expect, test } from 'vitest';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { COLUMNS } from './document-cells.tsx';

async function flagsOf(state: DeskDocument['state'], open_flags: number) {
  const flags = COLUMNS.find(({ id }) => id === 'flags')!;
  const place = { found: undefined, depth: 0, family: null, isFolded: null, onFold: () => undefined };
  const { screen } = await renderInApp(<p>{flags.cell(documentWith({ state, open_flags }), false, place)}</p>);
  const { textContent } = screen.container;
  const isWarning = screen.container.querySelector('.text-warn') !== null;
  await screen.unmount();
  return { textContent, isWarning };
}

test('flags ask for a look only while a document is not decided', async () => {
  expect(await flagsOf('to_review', 2)).toEqual({ textContent: '2', isWarning: true });
  for (const state of ['approved', 'rejected', 'split'] as const) {
    expect(await flagsOf(state, 2)).toEqual({ textContent: '2', isWarning: false });
  }
  expect(await flagsOf('to_review', 0)).toEqual({ textContent: '0', isWarning: false });
});
