import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const get = async (path: string) => (await test.ask(path)).json();
async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([text], 'paper.txt'));
  const { id } = await (await test.ask('/v1/documents', { method: 'POST', body: form })).json();
  await until(
    () => get(`/v1/documents/${id}`),
    ({ status }) => status === 'completed',
  );
  return id;
}
const post = async (path: string, json: object) => {
  const answer = await test.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
  return { status: answer.status, body: await answer.json() };
};
async function classify(json: object) {
  const { body } = await post('/v1/classifications/jobs', json);
  return until(
    () => get(`/v1/classifications/jobs/${body.id}`),
    ({ status }) => ['completed', 'failed'].includes(status),
  );
}

it('learns a class from documents named as its examples, and says which is missing', async () => {
  const towels = await upload('Towels and pillow cases\nbleached, folded, counted by the laundry');
  const soup = await upload('Starter soup, roast and dessert\nserved at noon in the garden');
  const document_id = await upload('Pillow cases and towels\nfolded and counted');
  const classes = [
    { name: 'A', examples: [soup] },
    { name: 'B', examples: [towels] },
  ];
  const { status, result } = await classify({ document_id, classes });
  expect([status, result.class]).toEqual(['completed', 'B']);
  const nowhere = '0198c0de-0000-7000-8000-000000000000';
  const refused = await post('/v1/classifications/jobs', {
    document_id,
    classes: [classes[0], { name: 'B', examples: [towels, nowhere] }],
  });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([404, '/classes/1/examples/1']);
});

it('takes all schemas as classes when none are given, and asks for two of them', async () => {
  const document_id = await upload('DELIVERY NOTE\nTwo sacks of flour for the mill');
  const fields = [{ name: 'number', type: 'string' }];
  await post('/v1/schemas', { name: 'Invoice', fields });
  expect((await post('/v1/classifications/jobs', { document_id })).status).toBe(422);
  await post('/v1/schemas', { name: 'Delivery note', fields });
  const { result, classes } = await classify({ document_id });
  expect(classes.map(({ name }: { name: string }) => name).sort()).toEqual(['Delivery note', 'Invoice']);
  expect(result).toMatchObject({ class: 'Delivery note', classes: [{ evidence: [{ page: 1, text: 'DELIVERY NOTE' }] }, {}] });
});
