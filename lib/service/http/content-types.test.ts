import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

async function send(path: string, contentType: string, body: string): Promise<[number, Record<string, unknown>]> {
  const answer = await test.ask(path, { method: 'POST', headers: { 'content-type': contentType }, body });
  return [answer.status, await answer.json()];
}

const fileIn = (boundary: string, type: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: ${type}\r\n\r\nplain words\r\n--${boundary}--\r\n`;

describe('an upload', () => {
  it.each([
    ['multipart/form-data; boundary=XX', 'XX'],
    ['Multipart/Form-Data; Boundary="XX"', 'XX'],
    ['multipart/form-data;boundary=XX;', 'XX'],
    ['multipart/form-data ; charset=utf-8 ; boundary = "XX"; ', 'XX'],
    ['multipart/form-data, boundary=XX', 'XX'],
    ['multipart/form-data; boundary="a;b c\\"d"', 'a;b c"d'],
    ['multipart/form-data; boundary=a/b:c=d?e', 'a/b:c=d?e'],
  ])('is received however its boundary is written: %s', async (type, boundary) => {
    expect(await send('/v1/documents', type, fileIn(boundary, 'text/plain'))).toMatchObject([
      201,
      { name: 'a.txt', media_type: 'text/plain' },
    ]);
  });

  it.each([
    'Text/Plain; charset="iso-8859-1"; format=flowed;',
    'application/pdf; name="x.pdf"',
    'application/pdf name=x.pdf',
    '"text/plain"',
    'nonsense',
    ';',
  ])('is judged by its content, whatever type its part states: %s', async (type) => {
    expect(await send('/v1/documents', 'multipart/form-data; boundary=XX', fileIn('XX', type))).toMatchObject([
      201,
      { name: 'a.txt', media_type: 'text/plain' },
    ]);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=""',
    'multipart/mixed; boundary=XX',
    'multipart/form-dataset; boundary=XX',
  ])('without a boundary or of another type is refused with a sentence: %s', async (type) => {
    expect(await send('/v1/documents', type, fileIn('XX', 'text/plain'))).toMatchObject([400, { code: 'malformed_body' }]);
  });
});

describe('a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON; Charset="UTF-8"',
    'application/json;',
    'application/json ; charset=utf-8;',
    'application/json, charset=utf-8',
  ])('is taken with any parameters: %s', async (type) => {
    const body = JSON.stringify({ document_id: '00000000-0000-4000-8000-000000000000' });
    expect(await send('/v1/summaries/jobs', type, body)).toMatchObject([404, { code: 'not_found' }]);
  });

  it.each(['text/plain; charset=utf-8', 'application/jsonlines', 'text/json', ';'])('of another type is refused: %s', async (type) => {
    expect(await send('/v1/summaries/jobs', type, '{}')).toMatchObject([415, { code: 'unsupported_media_type' }]);
  });

  it('with parameters is checked as any other', async () => {
    expect(await send('/v1/summaries/jobs', 'application/json ;', '{"a":')).toMatchObject([400, { code: 'malformed_body' }]);
    expect(await send('/v1/summaries/jobs', 'application/json ;', `${'['.repeat(5000)}`)).toMatchObject([400, { code: 'malformed_body' }]);
  });
});
