import {
  about,
  type Case,
  ensure,
  equal,
  type Fields,
  fields,
  isProblem,
  NOWHERE,
  poll,
  SCHEMA,
  send,
  type Target,
  UTC,
  uploadCompleted,
} from './target.ts';

const example = about('Examples', 'decided');
const APPROVED = {
  order_number: { value: 'KD-58213', text: 'KD-58213' },
  order_date: { value: '2026-05-14' },
  grand_total: { value: null },
};

async function createExamples(target: Target): Promise<{ path: string; schema_id: string; document_id: string }> {
  const schema_id = String(fields((await send(target, 'POST', '/v1/schemas', { json: SCHEMA })).body).id);
  const { id } = await uploadCompleted(target);
  return { path: `/v1/schemas/${schema_id}/examples`, schema_id, document_id: String(id) };
}

export const EXAMPLE_CASES: readonly Case[] = [
  example('are made of approved documents and learned from in the background', async (target) => {
    const { path, schema_id, document_id } = await createExamples(target);
    const approved = { approved_by: 'Ada', approved_at: '2026-11-25T10:00:00Z' };
    const saved = await send(target, 'POST', path, { json: { document_id, fields: APPROVED, ...approved } });
    const created = fields(saved.body);
    equal(saved.status, 201, 'status');
    equal(saved.headers.get('location'), `${path}/${String(created.id)}`, 'Location');
    equal(
      [created.type, created.schema_id, created.document_id, created.document_name],
      ['example', schema_id, document_id, 'conformance.txt'],
      'ids',
    );
    equal(
      [created.status, created.value_count, created.approved_by, created.error],
      ['pending', 2, 'Ada', null],
      'status, values and person',
    );
    for (const name of ['created_at', 'approved_at']) ensure(UTC.test(String(created[name])), `${name} is no time`);
    await poll(target, `${path}/${String(created.id)}`, ({ status }) => status === 'completed');
  }),
  example('are one for each document: a new one takes the place of the old', async (target) => {
    const { path, document_id } = await createExamples(target);
    const first = await send(target, 'POST', path, { json: { document_id, fields: APPROVED } });
    const second = await send(target, 'POST', path, { json: { document_id, fields: {} } });
    equal([first.status, second.status, fields(second.body).value_count], [201, 200, 0], 'statuses and values');
    const listed = fields((await send(target, 'GET', `${path}?document_id=${document_id}`)).body).items as Fields[];
    equal(
      listed.map(({ document_id: of }) => of),
      [document_id],
      'documents',
    );
  }),
  example('name what is wrong with a draft', async (target) => {
    const { path, document_id } = await createExamples(target);
    const save = (json: unknown, at = path) => send(target, 'POST', at, { json });
    const pointers = (problem: Fields) => (problem.errors as Fields[]).map(({ pointer }) => pointer);
    const wrong = { order_date: { value: 'soon' }, colour: { value: 'red' }, grand_total: [] };
    equal(
      pointers(isProblem(await save({ document_id, fields: wrong }), 422, 'invalid_request')),
      ['/fields/order_date/value', '/fields/colour', '/fields/grand_total'],
      'pointers',
    );
    equal(pointers(isProblem(await save({ fields: {} }), 422, 'invalid_request')), ['/document_id'], 'pointers');
    equal(pointers(isProblem(await save({ document_id: NOWHERE, fields: {} }), 404, 'not_found')), ['/document_id'], 'pointers');
    isProblem(await save({ document_id, fields: {} }, `/v1/schemas/${NOWHERE}/examples`), 404, 'not_found');
  }),
  example('may say which values nobody touched, and what a second check found', async (target) => {
    const { path, document_id } = await createExamples(target);
    const told = {
      ...APPROVED,
      order_number: { value: 'KD-58213', untouched: true },
      order_date: { value: '2026-05-14', checked_as: null },
    };
    const saved = await send(target, 'POST', path, { json: { document_id, fields: told, second_check: { errors: 3, caught: 2 } } });
    // whoever does not know it ignores it
    equal(saved.status, 201, 'status');
    await poll(target, `${path}/${String(fields(saved.body).id)}`, ({ status }) => status === 'completed');
  }),
  example('are forgotten alone, with all others of the schema, and with their document', async (target) => {
    const { path, document_id } = await createExamples(target);
    const save = async () => fields((await send(target, 'POST', path, { json: { document_id, fields: APPROVED } })).body).id;
    const left = async () => (fields((await send(target, 'GET', path)).body).items as Fields[]).length;
    const one = `${path}/${String(await save())}`;
    equal((await send(target, 'DELETE', one)).status, 204, 'status');
    isProblem(await send(target, 'DELETE', one), 404, 'not_found');
    isProblem(await send(target, 'GET', one), 404, 'not_found');
    for (const address of [path, `${path}?document_id=${document_id}`, `/v1/documents/${document_id}`]) {
      await save();
      equal(await left(), 1, 'examples');
      equal((await send(target, 'DELETE', address)).status, 204, `status of DELETE ${address}`);
      equal(await left(), 0, 'examples left');
    }
  }),
];
