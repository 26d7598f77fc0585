import { about, type Case, ensure, equal, type Fields, fields, isProblem, NOWHERE, send } from './target.ts';

const error = about('Errors', 'decided');
const description = about('OpenAPI', 'decided');

export const ERROR_CASES: readonly Case[] = [
  error('a missing, malformed and wrong key get the same answer', async (target) => {
    const answers = [];
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${target.key}`, target.key, `Bearer ${target.key}x`]) {
      const seen = await send(target, 'GET', '/v1/documents', { headers: { authorization } });
      isProblem(seen, 401, 'unauthenticated');
      equal(seen.headers.get('www-authenticate'), 'Bearer', 'WWW-Authenticate');
      answers.push(seen.text);
    }
    equal(new Set(answers).size, 1, 'different answers');
  }),
  error('unknown addresses are not found, and nothing is told without a key', async (target) => {
    isProblem(await send(target, 'GET', '/v1/nowhere'), 404, 'not_found');
    isProblem(await send(target, 'GET', '/v1/nowhere', { headers: { authorization: '' } }), 401, 'unauthenticated');
  }),
  error('a wrong method is refused with the methods that work', async (target) => {
    for (const [method, path, allow] of [
      ['PUT', '/v1/documents', 'GET, HEAD, POST'],
      ['POST', `/v1/documents/${NOWHERE}`, 'DELETE, GET, HEAD'],
      ['DELETE', `/v1/extractions/jobs/${NOWHERE}`, 'GET, HEAD'],
    ] as const) {
      const seen = await send(target, method, path);
      isProblem(seen, 405, 'method_not_allowed');
      equal(seen.headers.get('allow'), allow, `Allow of ${path}`);
    }
  }),
  error('a body that is not JSON is refused', async (target) => {
    const headers = { 'content-type': 'application/json' };
    isProblem(await send(target, 'POST', '/v1/extractions/jobs', { body: '{"document_id":', headers }), 400, 'malformed_body');
    isProblem(
      await send(target, 'POST', '/v1/extractions/jobs', { body: 'a=b', headers: { 'content-type': 'text/plain' } }),
      415,
      'unsupported_media_type',
    );
  }),
  error('a JSON body beyond 2 MB is refused', async (target) => {
    isProblem(await send(target, 'POST', '/v1/schemas', { json: { name: 'x'.repeat(3 * 1024 * 1024) } }), 413, 'body_too_large');
  }),
  error('a large body to an unknown address is not found, not too large', async (target) => {
    const body = new Uint8Array(8 * 1024 * 1024);
    isProblem(await send(target, 'POST', '/v1/nowhere', { body }), 404, 'not_found');
    isProblem(await send(target, 'POST', `/v1/documents/${NOWHERE}/nothing`, { body }), 404, 'not_found');
  }),
  error('a form where JSON is wanted is told how to be sent', async (target) => {
    const problem = isProblem(
      await send(target, 'POST', '/v1/extractions/jobs', { body: new URLSearchParams({ document_id: NOWHERE }) }),
      415,
      'unsupported_media_type',
    );
    ensure(/application\/json/.test(String(problem.detail)), 'the detail does not name application/json');
    ensure(!/file/i.test(`${String(problem.title)} ${String(problem.detail)}`), 'the problem speaks of a file');
  }),
  error('JSON that cannot be kept as it is sent is refused: depth, numbers, characters', async (target) => {
    const create = (body: string) => send(target, 'POST', '/v1/schemas', { body, headers: { 'content-type': 'application/json' } });
    const fields = (rest: string) => `{"name": "x", "fields": [{"name": "a", "type": "number", "minimum": 1}], "rest": ${rest}}`;
    for (const rest of ['['.repeat(3000) + ']'.repeat(3000), '9007199254740993', '1e400', '"\\u0000"'])
      isProblem(await create(fields(rest)), 422, 'invalid_request');
  }),
  error('a JSON Schema that describes billions of fields is refused with what to do', async (target) => {
    for (const refer of [
      (name: string) => ({ $ref: name }),
      (name: string) => ({ allOf: [{ $ref: name }] }),
      (name: string) => ({ anyOf: [{ $ref: name }] }),
      (name: string) => ({ oneOf: [{ type: 'null' }, { $ref: name }] }),
    ]) {
      const level = (next: number) => ({ properties: Object.fromEntries([...'abcdef'].map((name) => [name, refer(`#/$defs/l${next}`)])) });
      const $defs = Object.fromEntries(Array.from({ length: 12 }, (_level, at) => [`l${at}`, at === 11 ? {} : level(at + 1)]));
      const { detail, errors } = isProblem(
        await send(target, 'POST', '/v1/schemas', { json: { $defs, ...level(0) } }),
        422,
        'invalid_request',
      );
      ensure(/import it in parts/.test(String(detail)), `the detail is: ${String(detail)}`);
      ensure(/^\/properties\//.test((errors as { pointer: string }[])[0]?.pointer ?? ''), 'pointer');
    }
    const cycle = { $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } }, properties: { a: { $ref: '#/$defs/a' } } };
    isProblem(await send(target, 'POST', '/v1/schemas', { json: cycle }), 422, 'invalid_request');
  }),
  error('wrong parameters are named', async (target) => {
    const { errors } = isProblem(await send(target, 'GET', '/v1/documents?limit=0&status=lost'), 422, 'invalid_request');
    equal((errors as { pointer: string }[]).map(({ pointer }) => pointer).sort(), ['/query/limit', '/query/status'], 'pointers');
    isProblem(await send(target, 'GET', '/v1/documents?cursor=rubbish'), 422, 'invalid_request');
  }),
  description('is a 3.1 document with every shown path, open to everybody', async (target) => {
    const { status, body } = await send(target, 'GET', '/v1/openapi.json', { headers: { authorization: '' } });
    equal(status, 200, 'status');
    const described = fields(body);
    ensure(String(described.openapi).startsWith('3.1'), 'openapi');
    const paths = Object.keys(fields(described.paths));
    for (const path of [
      '/v1/documents',
      '/v1/documents/{document_id}',
      '/v1/extractions/jobs',
      '/v1/extractions/jobs/{job_id}',
      '/v1/summaries/jobs',
      '/v1/documents/{document_id}/summaries',
    ]) {
      ensure(paths.includes(path), `${path} is not described`);
    }
    ensure(fields(fields(described.components).schemas).Document, 'the document is not described');
    const { parameters, responses } = fields(fields(fields(described.paths)['/v1/documents/{document_id}/summaries']).post);
    const block = (parameters as Fields[]).find(({ name }) => name === 'block_until_completed');
    equal(fields(block?.schema).type, 'boolean', 'type of block_until_completed');
    for (const status of ['201', '202', '404', '408', '415', '422']) ensure(fields(responses)[status], `${status} is not described`);
    const job = fields(fields(fields(described.components).schemas).ExtractionJob);
    ensure(JSON.stringify(job).includes('"additionalProperties":{"anyOf":'), 'the fields of a result are not described');
  }),
  description('has a readable page that loads nothing and runs nothing', async (target) => {
    const { status, headers, text } = await send(target, 'GET', '/v1/docs', { headers: { authorization: '' } });
    equal(status, 200, 'status');
    ensure(
      headers.get('content-type')?.startsWith('text/html') && headers.get('content-security-policy')?.includes("default-src 'none'"),
      'headers',
    );
    ensure(text.includes('/v1/extractions/jobs') && !/<script|src=|@import/.test(text), 'content');
  }),
];
