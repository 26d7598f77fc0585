import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { MentionField } from '#components/review/panels/mention-field.tsx';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { listPeopleNamesSchema, type PersonName } from '#lib/contract/desk/user.ts';

const PEOPLE = [
  { id: 'ben', name: 'Ben Okafor' },
  { id: 'bea', name: 'Bea Lind' },
  { id: 'me', name: 'Beate Self' },
];
let named: PersonName[];
let closed: number;
beforeEach(() => {
  named = [];
  closed = 0;
  onRequest('GET /api/people/names', () => json(listPeopleNamesSchema, { items: PEOPLE }));
});

function Field() {
  const [text, setText] = useState('');
  return (
    <CurrentUserContext value={{ id: 'me', name: 'Beate Self', email: 'me@example.org', role: 'reviewer' }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for the drawer, which Escape closes */}
      <div
        onKeyDown={(event) => {
          if (event.key === 'Escape') closed += 1;
        }}
      >
        <MentionField label="Comment" description="Type @" value={text} onChange={setText} onMention={(person) => named.push(person)} />
      </div>
    </CurrentUserContext>
  );
}

const field = () => page.getByRole('textbox', { name: 'Comment' });
const options = () => page.getByRole('option');

test('the others are offered after an @; arrows choose and Enter takes one, typing goes on behind the name', async () => {
  await renderInApp(<Field />);
  await field().click();
  await userEvent.keyboard('Ask @be');
  await expect.poll(() => options().elements().length).toBe(2);
  expect(await commands.axeInPage()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field()).toHaveValue('Ask @Bea Lind ');
  await userEvent.keyboard('please');
  await expect.element(field()).toHaveValue('Ask @Bea Lind please');
  expect(named).toEqual([PEOPLE[1]]);
  expect(options().elements()).toEqual([]);
});

test('Escape closes the list and nothing else; a pointer takes a name too', async () => {
  await renderInApp(<Field />);
  await field().click();
  await userEvent.keyboard('@oka');
  await expect.element(options()).toHaveTextContent('Ben Okafor');
  await userEvent.keyboard('{Escape}');
  expect(options().elements()).toEqual([]);
  expect(closed).toBe(0);
  await userEvent.keyboard(' and @');
  await options().first().click();
  await expect.element(field()).toHaveValue('@oka and @Ben Okafor ');
});

test('what is typed at once after a name was taken stands behind it', async () => {
  await renderInApp(<Field />);
  await field().click();
  await userEvent.keyboard('@oka');
  await expect.element(options()).toHaveTextContent('Ben Okafor');
  await userEvent.keyboard('{Enter}is this right?');
  await expect.element(field()).toHaveValue('@Ben Okafor is this right?');
});

test('while the names are loading it says so, and Enter begins no new line', async () => {
  let answer = () => {};
  const loaded = new Promise<void>((resolve) => {
    answer = resolve;
  });
  onRequest('GET /api/people/names', async () => {
    await loaded;
    return json(listPeopleNamesSchema, { items: PEOPLE });
  });
  await renderInApp(<Field />);
  await field().click();
  await userEvent.keyboard('@ben{Enter}');
  await expect.element(page.getByText('Loading names …')).toBeVisible();
  await expect.element(field()).toHaveValue('@ben');
  answer();
  await expect.poll(() => options().elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('@Ben Okafor ');
  expect(named).toEqual([PEOPLE[0]]);
  expect(page.getByText('Loading names …').query()).toBeNull();
});
