import { useRef } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSubmitKey } from '#components/ui/layers/use-submit-key.ts';
import { useShortcuts } from './shortcuts.ts';

function Screen({ done }: { done: string[] }) {
  const part = useRef<HTMLFieldSetElement>(null);
  useShortcuts('Test', [{ id: 'test.approve', keys: ['Mod+Enter'], label: 'Approve', whileTyping: true, run: () => done.push('approve') }]);
  useSubmitKey(part, () => done.push('send'));
  return (
    <>
      <Button onPress={() => done.push('press')}>Why</Button>
      <button type="button" onClick={() => done.push('click')}>
        Plain
      </button>
      <fieldset ref={part}>
        <Button onPress={() => done.push('press')}>Send</Button>
      </fieldset>
    </>
  );
}

test('Ctrl+Enter does what the screen says, also where a button has the focus, and Enter alone presses the button', async () => {
  const done: string[] = [];
  const { screen } = await renderInApp(<Screen done={done} />);
  for (const [name, pressed] of [
    ['Why', 'press'],
    ['Plain', 'click'],
  ] as const) {
    (screen.getByRole('button', { name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Enter}');
    expect(done.splice(0)).toEqual(['approve', pressed]);
  }
});

test('a part of the screen with a main button of its own takes Ctrl+Enter first', async () => {
  const done: string[] = [];
  const { screen } = await renderInApp(<Screen done={done} />);
  (screen.getByRole('button', { name: 'Send' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(done).toEqual(['send']);
});
