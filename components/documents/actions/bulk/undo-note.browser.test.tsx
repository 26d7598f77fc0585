import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import type { PageAnswer } from '#components/testing/answer-in-page.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ADA, renderQuestion } from '#components/testing/render-question.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { forgetBulkUndo, offerBulkUndo, type UndoItem } from '#lib/client/documents/bulk-undo.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { assignSchema } from '#lib/contract/desk/queue.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { PROBLEMS, type ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { BulkAssign } from './bulk-assign.tsx';
import { UndoNote } from './undo-note.tsx';

const nothing = () => undefined;

afterEach(() => {
  vi.useRealTimers();
  forgetBulkUndo();
});

const item = (name: string): UndoItem => ({ id: newId(), name, step: { kind: 'assign', body: { person_id: null, expected: 'ben' } } });
const offer = (items: UndoItem[]) => offerBulkUndo({ personId: ADA.id, past: 'assigned to Ben', count: items.length, items });
const show = (who = ADA) =>
  renderInApp(
    <CurrentUserContext value={who}>
      <UndoNote />
    </CurrentUserContext>,
  );

const problem = (code: ProblemCode, detail: string) => {
  const { status, title } = PROBLEMS[code];
  return json(problemSchema, { type: 'about:blank', title, status, code, detail }, status);
};

/** Answers undoing by the names of documents; those without an answer are undone. */
function answerUndo(items: readonly UndoItem[], answers: Record<string, () => PageAnswer | Promise<PageAnswer>> = {}): string[] {
  const undone: string[] = [];
  onRequest('POST /api/documents/:id/assign', (request) => {
    const { id, name, step } = items.find((one) => one.id === request.parameters.id)!;
    expect(request.json(assignSchema)).toEqual(step.body);
    const answer = answers[name];
    if (answer) return answer();
    undone.push(name);
    return json(deskDocumentSchema, documentWith({ id, name }));
  });
  return undone;
}

test('what somebody changed meanwhile is left and named; what is gone or forbidden is left with its reason; the rest is undone', async () => {
  const items = ['one.pdf', 'changed.pdf', 'gone.pdf', 'forbidden.pdf', 'two.pdf'].map(item);
  const undone = answerUndo(items, {
    'changed.pdf': () => problem('conflict', 'Somebody changed it meanwhile: it is assigned to Carol now.'),
    'gone.pdf': () => problem('not_found', 'This document does not exist; someone may have removed it.'),
    'forbidden.pdf': () => problem('forbidden', 'Your role may not do this.'),
  });
  offer(items);
  await show();
  const note = page.getByRole('region', { name: 'Undo' });
  await expect.element(note).toHaveTextContent('5 documents assigned to Ben. Can be undone until');
  await note.getByRole('button', { name: 'Undo' }).click();
  await expect.element(note.getByText('2 documents undone')).toBeVisible();
  expect(undone.toSorted()).toEqual(['one.pdf', 'two.pdf']);
  const changed = note.getByRole('region', { name: 'Left because somebody changed it meanwhile' });
  await expect.element(changed.getByText('1 document left because somebody changed it meanwhile')).toBeVisible();
  await expect.element(changed.getByRole('link', { name: 'changed.pdf' })).toHaveAttribute('href', `/documents/${items[1]!.id}`);
  await expect.element(changed.getByText('Somebody changed it meanwhile: it is assigned to Carol now.')).toBeVisible();
  const others = note.getByRole('region', { name: 'Left as they are' });
  await expect.element(others.getByText('2 documents left as they are')).toBeVisible();
  await expect.element(others.getByText('Your role may not do this.')).toBeVisible();
  // nothing of it can go another time
  await expect.element(note.getByRole('button', { name: /Try again/ })).not.toBeInTheDocument();
  await note.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
});

test('undoing counts along, can be stopped, goes on with the rest, and outlives leaving the screen', async () => {
  const items = Array.from({ length: 6 }, (_, at) => item(`${at}.pdf`));
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<PageAnswer>((resolve) => waiting.push(() => resolve(json(deskDocumentSchema, documentWith({})))));
  answerUndo(items, Object.fromEntries(items.map(({ name }) => [name, wait])));
  offer(items);
  const { screen } = await show();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undoing: 0 of 6 documents')).toBeVisible();
  await expect.poll(() => waiting.length).toBe(4);
  await screen.unmount();
  waiting[0]!();
  await expect.poll(() => waiting.length).toBe(5);
  await show();
  await expect.element(page.getByText('Undoing: 1 of 6 documents')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  for (const answer of waiting) answer();
  await expect.element(page.getByText('5 documents undone')).toBeVisible();
  await expect.element(page.getByText('Stopped before its turn.')).toBeVisible();
  answerUndo(items);
  await page.getByRole('button', { name: 'Try again for 1 document' }).click();
  await expect.element(page.getByText('1 document undone')).toBeVisible();
  expect(sessionStorage.getItem('countersign.bulk-undo')).toBeNull();
});

test('it is there again when the person comes back, until its time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  offer([item('one.pdf')]);
  const first = await show();
  await first.screen.unmount();
  await show();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  vi.advanceTimersByTime(29 * 60_000);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  vi.advanceTimersByTime(2 * 60_000);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the next bulk action ends it, and none begins while one is being undone', async () => {
  const items = [item('one.pdf')];
  let answer: () => void = nothing;
  answerUndo(items, { 'one.pdf': () => new Promise<PageAnswer>((resolve) => (answer = () => resolve(problem('conflict', 'Changed.')))) });
  offer(items);
  const document = documentWith({ id: newId(), name: 'other.pdf' });
  const { screen } = await show();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undoing: 0 of 1 document')).toBeVisible();
  await screen.unmount();
  await renderQuestion(
    <BulkAssign
      documents={[document]}
      assignee={{ personId: 'carol', name: 'Carol' }}
      kept={{ personId: ADA.id, action: 'assign' }}
      onClose={nothing}
      onDone={nothing}
    />,
    <UndoNote />,
  );
  await expect.element(page.getByText('The last action is still being undone. Wait for its end, or stop it first.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Assign 1 document' })).not.toBeInTheDocument();
  answer();
  onRequest('POST /api/documents/:id/assign', () => json(deskDocumentSchema, document));
  await page.getByRole('button', { name: 'Assign 1 document' }).click();
  await expect.element(page.getByText('1 document assigned to Carol.')).toBeInTheDocument();
  await expect.element(page.getByText('Nothing undone')).not.toBeInTheDocument();
});

test('it is undone by its key, and the notice has the focus then', async () => {
  const items = [item('one.pdf')];
  const undone = answerUndo(items);
  offer(items);
  await show();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('1 document undone')).toBeVisible();
  expect(undone).toEqual(['one.pdf']);
  await expect.element(page.getByRole('region', { name: 'Undo' })).toHaveFocus();
});

test('somebody else in the same tab is offered nothing of it, and it is forgotten', async () => {
  offer([item('one.pdf')]);
  await show({ ...ADA, id: 'someone-else' });
  await expect.element(page.getByRole('region', { name: 'Undo' })).not.toBeInTheDocument();
  await expect.poll(() => sessionStorage.getItem('countersign.bulk-undo')).toBeNull();
});
