import { expect, test } from 'vitest';
import { readDocumentAnswer } from './read-record.ts';

test.each([
  [{ media_type: 'Application/PDF; charset=binary' }, 'application/pdf'],
  [{ mime_type: 'image/tiff ;' }, 'image/tiff'],
  [{ content_type: 'text/plain, charset=utf-8' }, 'text/plain'],
  [{ media_type: '' }, null],
  [{}, null],
])('the media type that a deployment states is kept without its parameters: %j', (said, mediaType) => {
  expect(readDocumentAnswer({ id: 'd1', status: 'completed', ...said }).mediaType).toBe(mediaType);
});
