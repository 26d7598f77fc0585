import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import '@fontsource-variable/inter/wght.css';
import '#app/globals.css';
import { answerRequest, resetNetwork } from './network.ts';

declare module 'vitest/browser' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface BrowserCommands {
    answerInPage: () => Promise<void>;
    axeInPage: () => Promise<string[]>;
  }
}

const complaints: unknown[][] = [];

beforeAll(async () => {
  Object.assign(window, { answerRequest });
  await commands.answerInPage();
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // That an observer is called a frame later is no fault.
  const isFault = ([first]: unknown[]) => !String(first).includes('ResizeObserver loop');
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void (isFault(words) && complaints.push(words)));
});

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  expect(resetNetwork(), 'requests that the test does not answer').toEqual([]);
  expect(complaints.splice(0), 'complaints in the console').toEqual([]);
});
