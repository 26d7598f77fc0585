import {
  about,
  type Case,
  ensure,
  equal,
  type Fields,
  fields,
  isProblem,
  NOWHERE,
  SAMPLE,
  send,
  upload,
  uploadCompleted,
} from './target.ts';

const document = about('Documents', 'decided');
const refusal = about('Uploads that are refused', 'decided');
const again = about('Idempotency-Key', 'decided');

export const DOCUMENT_CASES: readonly Case[] = [
  document('give back metadata, media type, size and hash', async (target) => {
    const { body, headers } = await upload(target, { metadata: '{"reference": "ünï", "nested": {"a": [1, null]}}' });
    const created = fields(body);
    equal(created.metadata, { reference: 'ünï', nested: { a: [1, null] } }, 'metadata');
    equal([created.media_type, created.size, created.error], ['text/plain', Buffer.byteLength(SAMPLE), null], 'media_type, size and error');
    ensure(/^[0-9a-f]{64}$/.test(String(created.sha256)), 'sha256');
    equal(headers.get('location'), `/v1/documents/${String(created.id)}`, 'Location');
  }),
  document('are known by their content, not by the ending of the name', async (target) => {
    equal(fields((await upload(target, { name: 'really.pdf' })).body).media_type, 'text/plain', 'media_type');
  }),
  document('keep the last part of a name, without folders, control characters and direction marks', async (target) => {
    for (const [given, kept] of [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['C:\\files\\note.txt', 'note.txt'],
      ['مستند.txt', 'مستند.txt'],
      ['bill\u202Efdp.txt', 'billfdp.txt'],
      [`${'n'.repeat(300)}.txt`, `${'n'.repeat(300)}.txt`],
      ['..', 'unnamed'],
      ['the "best" 100%25.txt', 'the "best" 100%25.txt'],
    ] as const) {
      equal(fields((await upload(target, { name: given })).body).name, kept, `name of ${JSON.stringify(given)}`);
    }
  }),
  document('are listed newest first, page by page, and filtered', async (target) => {
    const name = `listed-${Date.now()}.txt`;
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(fields((await upload(target, { name })).body).id);
    const seen: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await send(target, 'GET', `/v1/documents?limit=2&name=${name}${cursor}`);
      equal(status, 200, 'status');
      const page = fields(body);
      seen.push(...(page.items as Fields[]).map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${String(page.next_cursor)}`;
    }
    equal(seen, ids, 'ids');
    equal(
      (fields((await send(target, 'GET', `/v1/documents?name=${name}&status=failed`)).body).items as Fields[]).length,
      0,
      'failed ones',
    );
  }),
  document('give back the file word for word, as an attachment that runs nothing', async (target) => {
    const { id } = fields((await upload(target, { name: 'größe "1".txt' })).body);
    const content = await send(target, 'GET', `/v1/documents/${String(id)}/content`);
    equal([content.status, content.text], [200, SAMPLE], 'status and content');
    ensure(
      /^attachment; filename=".*"; filename\*=UTF-8''gr%C3%B6%C3%9Fe/.test(content.headers.get('content-disposition') ?? ''),
      'Content-Disposition',
    );
    ensure(content.headers.get('content-security-policy')?.includes('sandbox'), 'Content-Security-Policy');
  }),
  document('give their pages with words and boxes between 0 and 1', async (target) => {
    const { id } = await uploadCompleted(target);
    const { status, body } = await send(target, 'GET', `/v1/documents/${String(id)}/pages`);
    equal(status, 200, 'status');
    const { pages, page_count } = fields(body) as { pages: Fields[]; page_count: number };
    equal([pages.length, page_count, pages[0]?.number], [1, 1, 1], 'pages');
    const words = pages[0]?.words as { text: string; box: number[] }[];
    ensure(
      words.some(({ text }) => text === 'KD-58213'),
      'the words of the page are missing',
    );
    ensure(
      words.every(({ box }) => box.length === 4 && box.every((side) => side >= 0 && side <= 1)),
      'a box leaves the page',
    );
  }),
  document('are gone with everything after DELETE', async (target) => {
    const { id } = await uploadCompleted(target, `${SAMPLE}\n${Date.now()} deleted\n`);
    equal((await send(target, 'DELETE', `/v1/documents/${String(id)}`)).status, 204, 'status');
    for (const path of ['', '/content', '/pages', '/pages/1/image'])
      isProblem(await send(target, 'GET', `/v1/documents/${String(id)}${path}`), 404, 'not_found');
    isProblem(await send(target, 'DELETE', `/v1/documents/${String(id)}`), 404, 'not_found');
  }),
  refusal('an empty file', async (target) => {
    isProblem(await upload(target, { text: '' }), 422, 'empty_file');
  }),
  refusal('no file', async (target) => {
    const form = new FormData();
    form.set('metadata', '{}');
    isProblem(await send(target, 'POST', '/v1/documents', { body: form }), 422, 'file_missing');
  }),
  refusal('two files', async (target) => {
    const form = new FormData();
    form.append('file', new File(['a'], 'a.txt'));
    form.append('file', new File(['b'], 'b.txt'));
    isProblem(await send(target, 'POST', '/v1/documents', { body: form }), 422, 'invalid_request');
  }),
  refusal('content of no known kind, whatever the name says', async (target) => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from({ length: 4096 }, (_byte, index) => (index * 167 + 13) % 256)], 'invoice.pdf'));
    isProblem(await send(target, 'POST', '/v1/documents', { body: form }), 415, 'unsupported_media_type');
  }),
  refusal('metadata that is not a JSON object, with its pointer', async (target) => {
    for (const metadata of ['{"a":', '[1]', '5', 'null', '"text"', '{"a": "\\u0000"}', JSON.stringify({ a: 'x'.repeat(70_000) })]) {
      const { errors } = isProblem(await upload(target, { metadata }), 422, 'invalid_metadata');
      equal((errors as Fields[])[0]?.pointer, '/metadata', 'pointer');
    }
  }),
  refusal('metadata that others could not read again: too deep, too many keys, numbers that would change', async (target) => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_key, at) => [`k${at}`, 1])));
    for (const metadata of [deep(65), deep(3000), keys(501), '{"id": 9007199254740993}', '{"size": 1e400}']) {
      const { errors } = isProblem(await upload(target, { metadata }), 422, 'invalid_metadata');
      equal((errors as Fields[])[0]?.pointer, '/metadata', 'pointer');
    }
    for (const metadata of [
      deep(64),
      keys(500),
      '{"id": 9007199254740991, "big": 1e20, "rate": 1.50}',
      '{"__proto__": {"constructor": 1}}',
    ]) {
      const { id } = fields((await upload(target, { metadata })).body);
      const { text } = await send(target, 'GET', `/v1/documents/${String(id)}`);
      ensure(text.includes(`"metadata":${JSON.stringify(JSON.parse(metadata))}`), `metadata came back as ${text.slice(0, 300)}`);
    }
  }),
  refusal('a program, without the advice to save it as something else', async (target) => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from({ length: 512 }, (_byte, at) => [0x4d, 0x5a, 0x90, 0][at] ?? 0)], 'setup.exe'));
    const { detail } = isProblem(await send(target, 'POST', '/v1/documents', { body: form }), 415, 'unsupported_media_type');
    ensure(!/save it/i.test(String(detail)), `the detail is: ${String(detail)}`);
  }),
  refusal('bodies that are not multipart/form-data or have no boundary', async (target) => {
    isProblem(await send(target, 'POST', '/v1/documents', { json: { file: 'x' } }), 400, 'malformed_body');
    isProblem(
      await send(target, 'POST', '/v1/documents', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
      400,
      'malformed_body',
    );
    isProblem(await send(target, 'POST', '/v1/documents'), 400, 'malformed_body');
  }),
  refusal('an upload that ends in the middle', async (target) => {
    const body = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThe beginning of';
    isProblem(
      await send(target, 'POST', '/v1/documents', { body, headers: { 'content-type': 'multipart/form-data; boundary=cut' } }),
      400,
      'upload_interrupted',
    );
  }),
  again('the same upload with the same key is one document', async (target) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await upload(target, { headers }), await upload(target, { headers })];
    equal([first.status, second.status], [201, 201], 'status');
    equal(second.body, first.body, 'answer');
    equal(second.headers.get('idempotency-replayed'), 'true', 'Idempotency-Replayed');
  }),
  again('another file with the same key is refused', async (target) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await upload(target, { headers });
    isProblem(await upload(target, { headers, text: 'Another text than before.' }), 409, 'idempotency_conflict');
  }),
  again('a refused upload can be repeated with the same key', async (target) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    isProblem(await upload(target, { headers, text: '' }), 422, 'empty_file');
    equal((await upload(target, { headers })).status, 201, 'status');
  }),
  again('two requests at once do the work once', async (target) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(target, { headers })));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => fields(body).id));
    equal(made.size, 1, 'documents');
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      isProblem(answer, 409, 'idempotency_conflict');
      ensure(answer.headers.get('retry-after'), 'Retry-After is missing');
    }
  }),
  again('a job with the same key is one job; another body is refused', async (target) => {
    const { id } = await uploadCompleted(target);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const create = (json: Fields) => send(target, 'POST', '/v1/summaries/jobs', { json, headers });
    const first = await create({ document_id: id });
    equal([first.status, (await create({ document_id: id })).body], [201, first.body], 'status and answer');
    isProblem(await create({ document_id: id, max_sentences: 2 }), 409, 'idempotency_conflict');
  }),
  document('answer with and without a slash at the end', async (target) => {
    const name = `slash-${Date.now()}.txt`;
    const form = new FormData();
    form.set('file', new File([SAMPLE], name));
    const { status, body } = await send(target, 'POST', '/v1/documents/', { body: form });
    equal(status, 201, 'status');
    const { id } = fields(body);
    equal((await send(target, 'GET', `/v1/documents/${String(id)}/`)).status, 200, 'status of one');
    equal((await send(target, 'GET', `/v1/documents/?name=${name}`)).status, 200, 'status of the list');
    isProblem(await send(target, 'PUT', '/v1/documents/'), 405, 'method_not_allowed');
  }),
  document('with an unknown or malformed id are not found', async (target) => {
    for (const id of [NOWHERE, 'x', '1', '%2e%2e', `${NOWHERE}0`])
      isProblem(await send(target, 'GET', `/v1/documents/${id}`), 404, 'not_found');
  }),
];
