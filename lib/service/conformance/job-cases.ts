import { completeJob } from './shown-cases.ts';
import {
  about,
  type Case,
  ensure,
  equal,
  type Fields,
  fields,
  findSchemaId,
  isProblem,
  NOWHERE,
  SCHEMA,
  send,
  UTC,
  upload,
  uploadCompleted,
} from './target.ts';

const job = about('Jobs', 'decided');
const schema = about('Schemas', 'decided');
const deprecated = about('Deprecated summaries', 'decided');
const CLASSES = [
  { name: 'Order confirmation', keywords: ['we confirm your order'] },
  { name: 'Bank statement', description: 'Bookings and balance of an account' },
];

export const JOB_CASES: readonly Case[] = [
  job('an extraction carries every field with value, text, confidence, evidence and candidates', async (target) => {
    const { id } = await uploadCompleted(target);
    const schema_id = fields((await send(target, 'POST', '/v1/schemas', { json: SCHEMA })).body).id;
    const done = await completeJob(target, '/v1/extractions/jobs', { document_id: id, schema_id });
    equal(
      [done.type, done.document_id, done.schema_id, done.schema_version, done.error],
      ['extraction_job', id, schema_id, 1, null],
      'record',
    );
    for (const name of ['created_at', 'started_at', 'completed_at']) ensure(UTC.test(String(done[name])), `${name} is no time`);
    const found = fields(fields(done.result).fields);
    equal(Object.keys(found).sort(), ['grand_total', 'order_date', 'order_number'], 'fields');
    for (const value of Object.values(found).map(fields)) {
      for (const name of ['value', 'text', 'confidence', 'evidence', 'candidates']) ensure(name in value, `a field has no ${name}`);
    }
    equal([fields(found.order_number).value, fields(found.grand_total).value], ['KD-58213', 318.4], 'values');
  }),
  job('a summary is made of the document’s own sentences with their places', async (target) => {
    const { id } = await uploadCompleted(target);
    const { type, result } = await completeJob(target, '/v1/summaries/jobs', { document_id: id, max_sentences: 2 });
    equal(type, 'summary_job', 'type');
    const sentences = fields(result).sentences as Fields[];
    ensure(sentences.length >= 1 && sentences.length <= 2, `${sentences.length} sentences`);
    ensure(
      sentences.every(({ evidence }) => (evidence as Fields[])[0]?.page === 1),
      'a sentence has no place',
    );
  }),
  job('a classification names the class and what speaks for it', async (target) => {
    const { id } = await uploadCompleted(target);
    const { type, result } = await completeJob(target, '/v1/classifications/jobs', { document_id: id, classes: CLASSES });
    equal([type, fields(result).class], ['classification_job', 'Order confirmation'], 'type and class');
    equal((fields(result).classes as Fields[]).length, 2, 'classes');
  }),
  job('a splitting covers every page once', async (target) => {
    const { id } = await uploadCompleted(target);
    const { type, result } = await completeJob(target, '/v1/splittings/jobs', { document_id: id });
    const segments = fields(result).segments as Fields[];
    equal([type, segments.map(({ first_page, last_page }) => [first_page, last_page])], ['splitting_job', [[1, 1]]], 'type and segments');
  }),
  job('are listed by document and status, newest first', async (target) => {
    const { id } = await uploadCompleted(target);
    const first = await completeJob(target, '/v1/splittings/jobs', { document_id: id });
    const second = await completeJob(target, '/v1/splittings/jobs', { document_id: id });
    const { body } = await send(target, 'GET', `/v1/splittings/jobs?document_id=${String(id)}&status=completed`);
    equal(
      (fields(body).items as Fields[]).map((entry) => entry.id),
      [second.id, first.id],
      'ids',
    );
  }),
  job('a settled job cannot be cancelled', async (target) => {
    const { id } = await uploadCompleted(target);
    const done = await completeJob(target, '/v1/splittings/jobs', { document_id: id });
    isProblem(await send(target, 'POST', `/v1/splittings/jobs/${String(done.id)}/cancel`), 409, 'conflict');
  }),
  job('name what is wrong with a request', async (target) => {
    const schema_id = await findSchemaId(target);
    const { id } = fields((await upload(target)).body);
    const create = (json: unknown, path = 'extractions') => send(target, 'POST', `/v1/${path}/jobs`, { json });
    const pointers = (problem: Fields) => (problem.errors as Fields[]).map(({ pointer }) => pointer);
    equal(pointers(isProblem(await create({}), 422, 'invalid_request')).sort(), ['/document_id', '/schema_id'], 'pointers');
    equal(pointers(isProblem(await create({ document_id: 'x', schema_id }), 422, 'invalid_request')), ['/document_id'], 'pointers');
    equal(pointers(isProblem(await create({ document_id: NOWHERE, schema_id }), 404, 'not_found')), ['/document_id'], 'pointers');
    equal(pointers(isProblem(await create({ document_id: id, schema_id: NOWHERE }), 404, 'not_found')), ['/schema_id'], 'pointers');
    equal(
      pointers(isProblem(await create({ document_id: id, classes: [] }, 'classifications'), 422, 'invalid_request')),
      ['/classes'],
      'pointers',
    );
    isProblem(await create({ document_id: id, max_sentences: 0 }, 'summaries'), 422, 'invalid_request');
    isProblem(await create([]), 422, 'invalid_request');
  }),
  job('of another kind or with an unknown id are not found', async (target) => {
    const { id } = await uploadCompleted(target);
    const done = await completeJob(target, '/v1/splittings/jobs', { document_id: id });
    for (const path of [`extractions/jobs/${String(done.id)}`, `splittings/jobs/${NOWHERE}`, 'summaries/jobs/x']) {
      isProblem(await send(target, 'GET', `/v1/${path}`), 404, 'not_found');
    }
  }),
  deprecated('say so and name their successor, with and without the prefix', async (target) => {
    const { id } = await uploadCompleted(target);
    for (const prefix of ['/v1', '']) {
      const path = `${prefix}/documents/${String(id)}/summaries`;
      const started = await send(target, 'POST', path);
      equal(started.status, 202, 'status');
      ensure(started.headers.get('deprecation')?.startsWith('@'), 'Deprecation');
      equal(started.headers.get('link'), '</v1/summaries/jobs>; rel="successor-version"', 'Link');
      const location = started.headers.get('location') ?? '';
      ensure(location.startsWith(`${path}/`), 'Location');
      const waiting = await send(target, 'GET', location);
      equal([waiting.status, fields(waiting.body).type], [200, 'summary'], 'status and type');
    }
  }),
  deprecated('block in body or query answers 201 with the finished summary', async (target) => {
    const { id } = await uploadCompleted(target);
    const path = `/v1/documents/${String(id)}/summaries`;
    for (const made of [
      await send(target, 'POST', path, { json: { block_until_completed: true } }),
      await send(target, 'POST', `${path}?block_until_completed=true`),
      await send(target, 'POST', `${path}?block_until_completed=True`),
      await send(target, 'POST', `${path}/?block_until_completed=1`),
    ]) {
      equal([made.status, fields(made.body).status], [201, 'completed'], 'status');
      ensure(String(fields(made.body).summary).length > 10, 'the summary is empty');
    }
    isProblem(await send(target, 'POST', `${path}?block_until_completed=maybe`), 422, 'invalid_request');
    isProblem(await send(target, 'POST', `/v1/documents/${NOWHERE}/summaries`), 404, 'not_found');
    isProblem(await send(target, 'GET', `${path}/${NOWHERE}`), 404, 'not_found');
  }),
  deprecated('an empty JSON body means the defaults', async (target) => {
    const { id } = await uploadCompleted(target);
    const path = `/v1/documents/${String(id)}/summaries`;
    for (const body of ['', '{}'])
      equal((await send(target, 'POST', path, { body, headers: { 'content-type': 'application/json' } })).status, 202, 'status');
    isProblem(
      await send(target, 'POST', '/v1/summaries/jobs', { body: '', headers: { 'content-type': 'application/json' } }),
      400,
      'malformed_body',
    );
  }),
  deprecated('refusals name the successor too', async (target) => {
    const refused = await send(target, 'POST', `/v1/documents/${NOWHERE}/summaries`);
    isProblem(refused, 404, 'not_found');
    ensure(refused.headers.get('deprecation')?.startsWith('@'), 'Deprecation');
    equal(refused.headers.get('link'), '</v1/summaries/jobs>; rel="successor-version"', 'Link');
  }),
  deprecated('POST /summaries/jobs answers without the prefix too', async (target) => {
    const { id } = await uploadCompleted(target);
    await completeJob(target, '/summaries/jobs', { document_id: id });
  }),
  schema('are created, read, saved as versions, listed and removed', async (target) => {
    const created = await send(target, 'POST', '/v1/schemas', { json: SCHEMA });
    equal(created.status, 201, 'status');
    const { id, version, type } = fields(created.body);
    equal([version, type], [1, 'schema'], 'version and type');
    const path = `/v1/schemas/${String(id)}`;
    equal(fields((await send(target, 'PUT', path, { json: SCHEMA })).body).version, 1, 'version after saving the same again');
    const more = { ...SCHEMA, fields: [...SCHEMA.fields, { name: 'note', type: 'string' }] };
    equal(fields((await send(target, 'PUT', path, { json: more })).body).version, 2, 'version after a change');
    equal((fields((await send(target, 'GET', `${path}?version=1`)).body).fields as unknown[]).length, 3, 'fields of version 1');
    equal(
      (fields((await send(target, 'GET', `${path}/versions`)).body).items as Fields[]).map((entry) => entry.version),
      [2, 1],
      'versions',
    );
    ensure(
      (fields((await send(target, 'GET', '/v1/schemas')).body).items as Fields[]).some((entry) => entry.id === id),
      'it is not listed',
    );
    equal((await send(target, 'DELETE', path)).status, 204, 'status of DELETE');
    isProblem(await send(target, 'GET', path), 404, 'not_found');
    isProblem(await send(target, 'PUT', path, { json: SCHEMA }), 409, 'conflict');
  }),
  schema('are created under an id of the caller’s choice by PUT', async (target) => {
    const id = crypto.randomUUID();
    const saved = await send(target, 'PUT', `/v1/schemas/${id}`, { json: SCHEMA });
    equal([saved.status, fields(saved.body).id], [201, id], 'status and id');
  }),
  schema('come as JSON Schema and go as JSON Schema', async (target) => {
    const json = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Parcel',
      type: 'object',
      properties: { weight: { type: 'number' }, sent: { type: 'string', format: 'date' } },
      required: ['weight'],
    };
    const { id } = fields((await send(target, 'POST', '/v1/schemas', { json })).body);
    for (const seen of [
      await send(target, 'GET', `/v1/schemas/${String(id)}?format=json-schema`),
      await send(target, 'GET', `/v1/schemas/${String(id)}`, { headers: { accept: 'application/schema+json' } }),
    ]) {
      equal(seen.headers.get('content-type'), 'application/schema+json', 'Content-Type');
      const given = fields(seen.body);
      equal(
        [given.title, given.required, Object.keys(fields(given.properties))],
        ['Parcel', ['weight'], ['weight', 'sent']],
        'JSON Schema',
      );
    }
  }),
  schema('say where they are wrong', async (target) => {
    const wrong = {
      name: 'x',
      fields: [
        { name: '1st', type: 'string' },
        { name: 'rows', type: 'rows' },
        { name: 'e', type: 'colour' },
      ],
    };
    const { errors } = isProblem(await send(target, 'POST', '/v1/schemas', { json: wrong }), 422, 'invalid_request');
    const pointers = (errors as Fields[]).map(({ pointer }) => String(pointer));
    for (const pointer of ['/fields/0/name', '/fields/2/type'])
      ensure(pointers.includes(pointer), `${pointer} is not among ${pointers.join(', ')}`);
    isProblem(await send(target, 'POST', '/v1/schemas', { json: { properties: { a: { $ref: '#/nowhere' } } } }), 422, 'invalid_request');
  }),
];
