import { expect, test } from 'vitest';
import { isShownInBody, listShownIds } from './shown-in-body.ts';

test('ids are found in pictures, backgrounds and styles, percent-encoded ones too; not in links', () => {
  const html = `<img src="cid:logo@mill"><td background=cid:back%2B1@mill><p style="background:url(cid:third@mill)">
    <IMG SRC='CID:fourth&amp;x@mill'><a href="cid:bill@mill">Bill</a> acid:none`;
  expect([...listShownIds(html)]).toEqual(['logo@mill', 'back+1@mill', 'third@mill', 'fourth&x@mill']);
  expect(listShownIds(null).size).toBe(0);
});

test.each([
  ['shown, with the body', { related: true, contentId: '<a>', disposition: 'inline' }, true],
  ['shown, although it calls itself an attachment', { contentId: '<a>', disposition: 'attachment' }, true],
  ['not shown, with an id, standing in the body', { contentId: '<b>', disposition: 'inline' }, true],
  ['not shown, with an id, saying nothing', { contentId: '<b>', disposition: null }, true],
  ['not shown, with the body, saying nothing', { related: true, disposition: null }, true],
  ['not shown, with the body, an attachment by its own word', { related: true, contentId: '<b>', disposition: 'attachment' }, false],
  ['not shown, with an id, an attachment by its own word', { contentId: '<b>', disposition: 'Attachment' }, false],
  ['a file beside the text without an id', { disposition: 'inline' }, false],
])('%s', (_, facts, expected) => {
  expect(isShownInBody(facts, new Set(['a']))).toBe(expected);
});
