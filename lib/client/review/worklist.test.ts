import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { findFirstInList, nextInWorklistQuery } from './worklist.ts';

const ME = 'me';
const GRACE = { id: 'grace', name: 'Grace' };
/** What can be in the way: given to someone else, checked by someone else now, first approved by oneself. */
const HINDRANCES = [
  { assigned_to: GRACE },
  { lock: { by: GRACE, since: '2031-01-01T00:00:00Z', tab: 'another', ahead: false } },
  { first_approval: { id: ME, name: 'Me', at: '2031-01-01T00:00:00Z' } },
];

let waiting: DeskDocument[];
let asked: number;

function makeDocument(id: string, more: object = {}): DeskDocument {
  return { id, assigned_to: null, lock: null, approved_automatically: false, first_approval: null, ...more } as DeskDocument;
}

beforeEach(() => {
  asked = 0;
  const kept = new Map<string, string>();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked += 1;
    const query = new URL(path, 'http://desk.test').searchParams;
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))];
    return Response.json({ items: waiting.slice((page - 1) * size, page * size), total: waiting.length, change: 1 });
  });
});

afterEach(() => vi.unstubAllGlobals());

test.each(HINDRANCES.map((hindrance) => [Object.keys(hindrance)[0], hindrance] as const))(
  'the first free document is found behind hundreds that are not (%s)',
  async (_, hindrance) => {
    waiting = [...Array.from({ length: 430 }, (_none, at) => makeDocument(`held-${at}`, hindrance)), makeDocument('free')];
    expect((await findFirstInList(ME, undefined))?.id).toBe('free');
  },
);

test('one request is enough where a free document stands among the first', async () => {
  waiting = Array.from({ length: 430 }, (_, at) => makeDocument(`d-${at}`, at < 30 ? HINDRANCES[0] : {}));
  expect((await findFirstInList(ME, 'd-30'))?.id).toBe('d-31');
  expect(asked).toBe(1);
});

test('where nothing is free the search ends, also in a long list', async () => {
  waiting = Array.from({ length: 120 }, (_, at) => makeDocument(`held-${at}`, HINDRANCES[0]));
  expect(await findFirstInList(ME, undefined)).toBeNull();
  waiting = Array.from({ length: 5_000 }, (_, at) => makeDocument(`held-${at}`, HINDRANCES[0]));
  asked = 0;
  expect(await findFirstInList(ME, undefined)).toBeNull();
  expect(asked).toBeLessThan(20);
  waiting = [];
  expect(await findFirstInList(ME, undefined)).toBeNull();
});

test('the document to review after this one is found behind many that others have open', async () => {
  const held = (from: number) => Array.from({ length: 90 }, (_, at) => makeDocument(`held-${from + at}`, HINDRANCES[1]));
  waiting = [...held(0), makeDocument('this'), ...held(90), makeDocument('next'), makeDocument('after')];
  const { next, after } = await new QueryClient().fetchQuery(nextInWorklistQuery('this', ME));
  expect([next?.id, after?.id]).toEqual(['next', 'after']);
});
