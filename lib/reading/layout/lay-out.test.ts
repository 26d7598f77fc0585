import { describe, expect, test } from 'vitest';
import { layOut, layOutPages } from './lay-out.ts';
import type { LayoutBlock } from './layout-block.ts';

describe('layOutPages', () => {
  test('the first page is given before the last block is looked at', () => {
    let seen = 0;
    function* blocks(): Generator<LayoutBlock> {
      for (; seen < 1000; seen++) yield { kind: 'paragraph', runs: [{ text: `Paragraph ${seen}` }] };
    }
    const first = layOutPages(blocks(), { maxPages: 100 }).next();
    expect(first.value).toMatchObject({ number: 1 });
    expect(seen).toBeLessThan(100);
  });

  test('one long listing gives its pages one by one, the same as all together', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `row ${index}   ${index * 2}`);
    const listing: LayoutBlock[] = [{ kind: 'monospace', blockKind: 'paragraph', lines }];
    const given = [...layOutPages(listing, { maxPages: 100 })];
    expect(given.length).toBeGreaterThan(5);
    expect(given).toEqual(layOut(listing, { maxPages: 100 }).pages);
    expect(given.map(({ number }) => number)).toEqual(given.map((_, index) => index + 1));
  });

  test('a picture stands below the text before it, is made smaller where the page is, and goes to the next page when it must', () => {
    const picture = (width: number, height: number): LayoutBlock => ({ kind: 'picture', part: 'p', width, height });
    const line: LayoutBlock = { kind: 'paragraph', runs: [{ text: 'Below' }] };
    const { pages } = layOut([line, picture(200, 100), line, picture(2000, 1400), picture(100, 600)], { maxPages: 9 });
    const inPoints = pages.map(({ pictures = [], width, height }) =>
      pictures.map(({ part, box: [left, top, right, bottom] }) => [
        part,
        Math.round((right - left) * width),
        Math.round((bottom - top) * height),
      ]),
    );
    expect(inPoints).toEqual([
      [
        ['p', 200, 100],
        ['p', 495, 347],
      ],
      [['p', 74, 445]],
    ]);
    const [first] = pages;
    expect(first!.pictures![0]!.box[1]).toBeGreaterThan(first!.words[0]!.box[3]);
    expect(first!.pictures![0]!.box[3]).toBeLessThan(first!.words[1]!.box[1]);
  });

  test('text beyond the last page is told as left out', () => {
    const listing: LayoutBlock[] = [{ kind: 'monospace', blockKind: 'paragraph', lines: Array.from({ length: 500 }, () => 'x') }];
    const { pages, full } = layOut(listing, { maxPages: 2 });
    expect([pages.length, full]).toEqual([2, true]);
  });
});
