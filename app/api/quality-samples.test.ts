import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { saveActions } from '#lib/desk/review/operations/save-actions.ts';
import { saveSchemaSettings } from '#lib/desk/schemas/operations/schema-settings.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { newId } from '#lib/platform/clock.ts';
import { getBackend } from '../backend.ts';
import { type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

const APPROVER = { id: 'approver', name: 'Approver' };
const SECRET = 'Zebra-4711';
const PLAIN = { second_approval: { when: 'never' as const }, priority: null, due_after_hours: null, sample_percent: 100 };

/** Every route that tells the approved values of the document, as this cookie gets it. */
async function readAll(id: string, schemaId: string, cookie: string): Promise<{ told: string[]; refused: string[] }> {
  const parameters = { id };
  const asked: [route: string, query?: string, body?: object][] = [
    ['GET documents/[id]'],
    ['GET documents/[id]/answer'],
    ['GET documents/[id]/summary'],
    ['GET documents/[id]/comments'],
    ['GET documents/[id]/audit'],
    ['GET documents/[id]/schema-change', `?schema_id=${schemaId}`],
    ['GET documents/[id]/export', '?format=json&values=approved'],
    ['GET documents/export', `?format=json&values=approved&ids=${id}`],
    ['POST documents/export', '?format=json&values=approved', { ids: [id] }],
    ['GET documents', `?schema_id=${schemaId}&columns=number`],
    ['GET fields', `?schema_id=${schemaId}&field=number&state=all&show=all`],
    ['GET audit', `?document_id=${id}`],
  ];
  const told: string[] = [];
  const refused: string[] = [];
  for (const [route, query = '', body] of asked) {
    const answer = await routes.ask(route, { cookie, parameters, query, body });
    if ((await answer.text()).includes(SECRET)) told.push(route);
    if (answer.status === 409) refused.push(route);
  }
  return { told, refused };
}

test('no route tells the values of a sample to the person who has begun to check it, until they entered them', async () => {
  const { desk } = await getBackend();
  const { id, schemaId } = await insertReviewable(desk);
  await saveSchemaSettings(desk, APPROVER, schemaId, PLAIN);
  const draft = { kind: 'correct' as const, pointer: '/number', value: SECRET, evidence: [] };
  await saveActions(desk, APPROVER, id, { revision: 0, actions: [{ id: newId(), draft }] });
  await approve(desk, APPROVER, id, { revision: 1, sign_off: true });
  const { admin, reviewer, viewer } = routes.cookies;
  const check = (cookie: string, body: object) =>
    routes.ask('POST queues/quality-samples/[id]/check', { cookie, parameters: { id }, body });
  const before = await readAll(id, schemaId, admin);
  const told = [
    'GET documents/[id]',
    'GET documents/[id]/audit',
    'GET documents/[id]/schema-change',
    'GET documents/[id]/export',
    'GET documents/export',
    'POST documents/export',
    'GET documents',
    'GET fields',
    'GET audit',
  ];
  expect(before).toEqual({ told, refused: [] });

  expect((await check(viewer, {})).status).toBe(403);
  expect(await (await check(admin, {})).text()).not.toContain(SECRET);
  expect(await readAll(id, schemaId, admin)).toEqual({
    told: [],
    refused: [
      'GET documents/[id]/answer',
      'GET documents/[id]/summary',
      'GET documents/[id]/comments',
      'GET documents/[id]/audit',
      'GET documents/[id]/schema-change',
      'GET documents/[id]/export',
      'GET documents/export',
      'POST documents/export',
    ],
  });
  for (const cookie of [reviewer, viewer]) {
    const others = await readAll(id, schemaId, cookie);
    expect(others.told).toEqual(told.filter((route) => route !== 'GET audit'));
  }

  const entered = [{ pointer: '/number', value: 'Zebra-4712' }];
  expect(await (await check(admin, { entered })).json()).toMatchObject({ entered, differs: ['/number'] });
  expect(await readAll(id, schemaId, admin)).toEqual(before);
  const saved = await routes.ask('PUT queues/quality-samples/[id]', {
    cookie: admin,
    parameters: { id },
    body: { fields: [{ pointer: '/number', agrees: false, right: 'Zebra-4712', entered: SECRET }] },
  });
  expect(saved.status).toBe(204);
  expect(await (await routes.ask('GET documents/[id]/audit', { cookie: admin, parameters: { id } })).text()).toContain('sample.differs');
});
