import { afterEach, expect, test } from 'vitest';
import { focusWhenDrawn } from './focus-when-drawn.ts';

afterEach(() => document.body.replaceChildren());

function addButton(name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.textContent = name;
  document.body.append(button);
  return button;
}

const focusOf = (name: string) => () => {
  const button = [...document.querySelectorAll('button')].find((candidate) => candidate.textContent === name);
  button?.focus();
  return button !== undefined;
};

async function frames(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
}

test('what is there has the focus at once', () => {
  const here = addButton('here');
  focusWhenDrawn(focusOf('here'));
  expect(document.activeElement).toBe(here);
});

test('what is drawn some frames later gets the focus then', async () => {
  addButton('before').focus();
  focusWhenDrawn(focusOf('later'));
  await frames(5);
  const later = addButton('later');
  await expect.poll(() => document.activeElement).toBe(later);
});

test('who has gone somewhere else meanwhile stays there', async () => {
  addButton('before').focus();
  focusWhenDrawn(focusOf('later'));
  await frames(2);
  const elsewhere = addButton('elsewhere');
  elsewhere.focus();
  addButton('later');
  await frames(5);
  expect(document.activeElement).toBe(elsewhere);
});

test('nothing gets the focus once it was ended', async () => {
  const before = addButton('before');
  before.focus();
  const stop = focusWhenDrawn(focusOf('later'));
  await frames(2);
  stop();
  addButton('later');
  await frames(5);
  expect(document.activeElement).toBe(before);
});

test('what is never drawn is given up', async () => {
  addButton('before').focus();
  let givenUp = 0;
  focusWhenDrawn(focusOf('never'), () => {
    givenUp += 1;
  });
  await expect.poll(() => givenUp, { timeout: 20_000 }).toBe(1);
  await frames(3);
  expect(givenUp).toBe(1);
});
