import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { getBackend } from '../backend.ts';
import { type StartedRoutes, startRoutes } from '../testing/start-routes.ts';

let routes: StartedRoutes;
beforeAll(async () => {
  routes = await startRoutes();
});
afterAll(() => routes.close());

test('a JSON Schema that describes billions of fields is refused with what to do', async () => {
  const level = (next: number) => ({ properties: Object.fromEntries([...'abcdef'].map((name) => [name, { $ref: `#/$defs/l${next}` }])) });
  const $defs = Object.fromEntries(Array.from({ length: 12 }, (_level, at) => [`l${at}`, at === 11 ? {} : level(at + 1)]));
  const answer = await routes.ask('POST schemas/import', { cookie: routes.cookies.schema_owner, body: { $defs, ...level(0) } });
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    status: 422,
    detail: expect.stringContaining('import it in parts'),
  });
});

test('a schema with a rule or pattern that cannot be used is refused with its place', async () => {
  const cookie = routes.cookies.schema_owner;
  const body = (pattern: string, formula: string) => ({
    name: 'New',
    fields: [{ name: 'number', type: 'string', pattern }],
    rules: [{ formula }],
  });
  const cases = [
    ['x', 'number =', '/rules/0/formula'],
    ['x', 'number = total', '/rules/0/formula'],
    ['x', 'number = 1', '/rules/0/formula'],
    ['(?=x)', 'number = number', '/fields/0/pattern'],
  ] as const;
  for (const [pattern, formula, pointer] of cases) {
    const response = await routes.ask('POST schemas', { cookie, body: body(pattern, formula) });
    expect(await response.json()).toMatchObject({ code: 'invalid_request', status: 422, errors: [{ pointer }] });
  }
});

test('a schema goes out as JSON Schema and comes in again', async () => {
  const cookie = routes.cookies.schema_owner;
  const { items } = (await (await routes.ask('GET schemas', { cookie })).json()) as { items: { id: string; name: string }[] };
  const invoice = items.find((schema) => schema.name === 'Invoice');
  const out = await routes.ask('GET schemas/[id]/json-schema', { cookie, parameters: { id: invoice!.id } });
  const jsonSchema = await out.json();
  const back = await routes.ask('POST schemas/import', { cookie, body: jsonSchema });
  expect(await back.json()).toMatchObject({ name: 'Invoice' });
  const bad = await routes.ask('POST schemas/import', { cookie, body: { type: 'string' } });
  expect(await bad.json()).toMatchObject({ code: 'invalid_request', status: 422 });
});

test('memory goes out only once there is some, and what comes in is checked before anything is kept', async () => {
  const cookie = routes.cookies.schema_owner;
  const { items } = (await (await routes.ask('GET schemas', { cookie })).json()) as { items: { id: string }[] };
  const parameters = { id: items[0]!.id };
  const empty = await routes.ask('GET schemas/[id]/memory', { cookie, parameters });
  expect(await empty.json()).toMatchObject({ code: 'conflict', status: 409, detail: 'This schema has learned nothing yet.' });
  const unknown = await routes.ask('GET schemas/[id]/memory', { cookie, parameters: { id: 'nowhere' } });
  expect(unknown.status).toBe(404);
  const bring = (examples: unknown) => routes.ask('POST schemas/[id]/memory', { cookie, parameters, body: { examples } });
  expect(await (await bring([])).json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/examples' }] });
  const wrong = await bring([{ document_id: 'x', document_name: 'a.pdf', approved_by: null, approved_at: null, sketch: '', lesson: {} }]);
  expect(await wrong.json()).toMatchObject({
    code: 'invalid_request',
    status: 422,
    detail: expect.stringContaining('/examples/0/document_id'),
  });
  const viewer = await routes.ask('GET schemas/[id]/memory', { cookie: routes.cookies.reviewer, parameters });
  expect(viewer.status).toBe(403);
});

test('the compared deployment is asked for by its id, and one that does not exist is said to be at fault itself', async () => {
  const cookie = routes.cookies.schema_owner;
  const { desk } = await getBackend();
  const { id: documentId, schemaId } = await insertReviewable(desk);
  const actor = { id: 'tester', name: 'Tess Tester' };
  const { document } = await getDocument(desk, documentId);
  await approve(desk, actor, documentId, { revision: document.revision, sign_off: true });
  const parameters = { id: schemaId };
  const draft = { name: 'Order', fields: [{ name: 'number', type: 'string' }] };
  const listed = async (query: string) => (await routes.ask('GET schemas/[id]/preview', { cookie, parameters, query })).json();
  expect(await listed('?deployment_id=elsewhere')).toMatchObject({ documents: [{ id: documentId }], there: 0 });
  expect(await listed('?deployment_id=embedded')).toMatchObject({ documents: [], there: 1 });
  const body = { draft, document_id: documentId, deployment_id: 'elsewhere' };
  const answer = await routes.ask('POST schemas/[id]/preview', { cookie, parameters, body });
  expect(await answer.json()).toMatchObject({ code: 'not_found', extra: { deployment_id: 'elsewhere' } });
  const reviewer = await routes.ask('POST schemas/[id]/preview', { cookie: routes.cookies.reviewer, parameters, body });
  expect(reviewer.status).toBe(403);
});
