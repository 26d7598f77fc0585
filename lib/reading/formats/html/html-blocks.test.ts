import { describe, expect, test } from 'vitest';
import { htmlBlocks } from './html-blocks.ts';
import { type HtmlNode, parseHtml } from './html-tree.ts';

const text = (node: HtmlNode): string => (typeof node === 'string' ? node : node.children.map(text).join(''));
const textOf = (html: string) => text(parseHtml(html)).replace(/\s+/g, ' ').trim();
const paragraphs = (html: string) =>
  htmlBlocks(html).blocks.map((block) => ('runs' in block ? block.runs.map((run) => run.text).join('') : block.kind));

describe('parseHtml', () => {
  test.each([
    [
      'scripts, styles and objects',
      '<style>a</style>Text<script>b</script><object>c</object><svg><text>d</text></svg><template>e</template>',
    ],
    ['what is not displayed', 'Text<p hidden>a</p><div style="display: none">b<p>c</p></div><span style="visibility:hidden">d</span>'],
    ['comments and declarations', '<!doctype html><!-- a -->Text<!-- b'],
  ])('leaves out %s', (_, html) => {
    expect(textOf(html)).toBe('Text');
  });

  test('keeps text that stands between the rows of a table, before the table as browsers show it', () => {
    expect(paragraphs('<table><tr><td>A</td><td>B</td></tr>Note<tr><td>C</td><td>D</td></tr></table>')).toEqual(['Note', 'table']);
  });

  test('reads XHTML, in which an empty title does not swallow the page', () => {
    const xhtml =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>Chapter<a id="x"/> one</p></body></html>';
    expect(paragraphs(xhtml)).toEqual(['Chapter one']);
  });

  test.each([
    ['javascript:alert(1)', undefined],
    [' java\nscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://a.example/b', 'https://a.example/b'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
  ])('of the link to %j keeps %j', (href, kept) => {
    const [block] = htmlBlocks(`<a href="${href}">x</a>`).blocks;
    expect(block && 'runs' in block && block.runs[0]?.url).toBe(kept);
  });

  test('reads a file that repeats hundreds of formats in thousands of paragraphs', () => {
    const fonts = Array.from({ length: 300 }, (_, index) => `<font id=${index}>`).join('');
    expect(htmlBlocks(`<p>${fonts}${'<p>line'.repeat(3000)}`).blocks).toHaveLength(3000);
  });
});
