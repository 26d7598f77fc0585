import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { blockTexts, readBytes } from '../../testing/read-bytes.ts';
import { pptxAdapter } from './pptx-adapter.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...list: [id: string, type: string, target: string][]) =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const frame = (left: number, top: number, width: number, height: number) =>
  `<a:off x="${left * 12700}" y="${top * 12700}"/><a:ext cx="${width * 12700}" cy="${height * 12700}"/>`;
const text = (...lines: string[]) =>
  `<p:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody>`;
const shape = (xfrm: string, body: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${xfrm && `<a:xfrm>${xfrm}</a:xfrm>`}</p:spPr>${body}</p:sp>`;
const part = (name: string, shapes: string, more = '') =>
  `<p:${name} xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:${name}>`;

function pptx(slides: string[], more: Record<string, string> = {}): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join('');
  const parts: Record<string, string> = {
    '_rels/.rels': relations(['r', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${720 * 12700}" cy="${400 * 12700}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, index): [string, string, string] => [`s${index}`, 'slide', `slides/slide${index}.xml`]),
    ),
    ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/slide${index}.xml`, slide])),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strToU8(content)])));
}

describe('pptxAdapter', () => {
  test('text stands in the box of its shape, also inside scaled groups', async () => {
    const group = `<p:grpSp><p:grpSpPr><a:xfrm>${frame(360, 200, 180, 100)}<a:chOff x="0" y="0"/><a:chExt cx="${360 * 12700}" cy="${200 * 12700}"/></a:xfrm></p:grpSpPr>
      ${shape(frame(0, 0, 360, 200), text('grouped'))}</p:grpSp>`;
    const { pages } = await readBytes(pptxAdapter, pptx([part('sld', shape(frame(72, 40, 200, 60), text('Bill 7')) + group)]));
    const [first] = pages[0]!.words;
    expect([pages[0]?.width, pages[0]?.height]).toEqual([720, 400]);
    expect(first?.box[0]).toBeCloseTo((72 + 7.2) / 720, 3);
    expect(first?.box[1]).toBeGreaterThan(40 / 400);
    expect(first?.size).toBe(18);
    const grouped = pages[0]?.words.find((word) => word.text === 'grouped');
    expect(grouped?.box[0]).toBeCloseTo((360 + 7.2) / 720, 3);
    expect(grouped?.box[1]).toBeGreaterThan(200 / 400);
    expect(grouped?.box[2]).toBeLessThan(540 / 720);
  });

  test('a placeholder takes place and size from its layout and master; the title names the page and comes first', async () => {
    const layout = part('sldLayout', shape(frame(100, 300, 400, 80), '', '<p:ph type="title"/>'));
    const style = '<p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="4000" b="1"/></a:lvl1pPr></p:titleStyle></p:txStyles>';
    const master = part('sldMaster', shape(frame(0, 0, 720, 90), '', '<p:ph type="title"/>'), style);
    const slide = part('sld', shape(frame(0, 0, 300, 90), text('body')) + shape('', text('Budget 2026'), '<p:ph type="title"/>'));
    const { pages, outline } = await readBytes(
      pptxAdapter,
      pptx([slide], {
        'ppt/slides/_rels/slide0.xml.rels': relations(['l', 'slideLayout', '../slideLayouts/layout1.xml']),
        'ppt/slideLayouts/layout1.xml': layout,
        'ppt/slideLayouts/_rels/layout1.xml.rels': relations(['m', 'slideMaster', '../slideMasters/master1.xml']),
        'ppt/slideMasters/master1.xml': master,
      }),
    );
    expect(blockTexts(pages[0])).toEqual(['heading: Budget 2026', 'paragraph: body']);
    expect(pages[0]?.name).toBe('Budget 2026');
    expect(outline[0]).toEqual({ title: 'Budget 2026', level: 1, page: 1 });
    const [word] = pages[0]!.words;
    expect([word?.size, word?.bold]).toEqual([40, true]);
    expect(word?.box[1]).toBeGreaterThan(300 / 400);
  });

  test('what layout and master show behind a slide is read after it, but none of their placeholders', async () => {
    const number = '<p:txBody><a:p><a:r><a:t>Page </a:t></a:r><a:fld type="slidenum"><a:t>‹#›</a:t></a:fld></a:p></p:txBody>';
    const layout = (more = '') =>
      part(
        'sldLayout',
        shape(frame(400, 10, 300, 30), text('CONFIDENTIAL')) + shape('', text('Click to add text'), '<p:ph type="body"/>'),
      ).replace('<p:sldLayout ', `<p:sldLayout ${more} `);
    const master = part(
      'sldMaster',
      shape(frame(20, 370, 300, 25), text('Oak & Sons, Harbour Street'.replace('&', '&amp;'))) +
        shape(frame(600, 370, 100, 25), number) +
        shape(frame(300, 370, 100, 25), text('a date'), '<p:ph type="dt"/>'),
    );
    const slide = (words: string, more = '') =>
      part('sld', shape(frame(50, 60, 300, 90), text(words))).replace('<p:sld ', `<p:sld ${more} `);
    const behind = (index: number, name: string) => ({
      [`ppt/slides/_rels/slide${index}.xml.rels`]: relations(['l', 'slideLayout', `../slideLayouts/${name}.xml`]),
      [`ppt/slideLayouts/_rels/${name}.xml.rels`]: relations(['m', 'slideMaster', '../slideMasters/master1.xml']),
    });
    const { pages } = await readBytes(
      pptxAdapter,
      pptx([slide('One'), slide('Two', 'showMasterSp="0"'), slide('Three')], {
        ...behind(0, 'layout1'),
        ...behind(1, 'layout1'),
        ...behind(2, 'layout2'),
        'ppt/slideLayouts/layout1.xml': layout(),
        'ppt/slideLayouts/layout2.xml': layout('showMasterSp="0"'),
        'ppt/slideMasters/master1.xml': master,
      }),
    );
    expect(pages.map(blockTexts)).toEqual([
      ['paragraph: One', 'header: CONFIDENTIAL', 'footer: Oak & Sons, Harbour Street', 'footer: Page 1'],
      ['paragraph: Two'],
      ['paragraph: Three', 'header: CONFIDENTIAL'],
    ]);
    expect(pages[0]!.words.find((word) => word.text === 'Harbour')!.box[1]).toBeGreaterThan(370 / 400);
  });

  test('a template without slides is read by what its masters and layouts say themselves', async () => {
    const prompt = shape(frame(10, 10, 300, 40), text('Click to edit'), '<p:ph type="title"/>');
    const { pages, pageCount, warnings } = await readBytes(
      pptxAdapter,
      pptx([], {
        'ppt/slideMasters/slideMaster1.xml': part(
          'sldMaster',
          prompt + shape(frame(10, 370, 300, 20), text('Oak & Sons'.replace('&', '&amp;'))),
        ),
        'ppt/slideLayouts/slideLayout1.xml': part('sldLayout', prompt),
        'ppt/slideLayouts/slideLayout2.xml': part('sldLayout', shape(frame(10, 10, 300, 20), text('DRAFT'))),
      }),
    );
    expect(pages.map(blockTexts)).toEqual([['footer: Oak & Sons'], ['header: DRAFT']]);
    expect([pageCount, warnings]).toEqual([2, [expect.stringContaining('no slides')]]);
    const empty = pptx([], { 'ppt/slideMasters/slideMaster1.xml': part('sldMaster', prompt) });
    await expect(readBytes(pptxAdapter, empty)).rejects.toMatchObject({ code: 'empty_file' });
  });

  test('tables keep spans; notes stand below the slide; hidden slides are marked', async () => {
    const cell = (content: string, more = '') => `<a:tc ${more}><a:txBody><a:p><a:r><a:t>${content}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<p:graphicFrame><p:xfrm>${frame(50, 50, 300, 100)}</p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>
      <a:tblGrid><a:gridCol w="${150 * 12700}"/><a:gridCol w="${150 * 12700}"/></a:tblGrid>
      <a:tr h="${30 * 12700}">${cell('Costs', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr h="${30 * 12700}">${cell('Rent')}${cell('900')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const slide = part('sld', table).replace('<p:sld ', '<p:sld show="0" ');
    const notes = part(
      'notes',
      shape('', text('Mention the rent'), '<p:ph type="body" idx="1"/>') + shape('', text('3'), '<p:ph type="sldNum"/>'),
    );
    const { pages } = await readBytes(
      pptxAdapter,
      pptx([slide], {
        'ppt/slides/_rels/slide0.xml.rels': relations(['n', 'notesSlide', '../notesSlides/n1.xml']),
        'ppt/notesSlides/n1.xml': notes,
      }),
    );
    const page = pages[0]!;
    expect(page.hidden).toBe(true);
    expect(page.tables[0]?.cells.map(({ text: content, row, column, column_span }) => [content, row, column, column_span])).toEqual([
      ['Costs', 0, 0, 2],
      ['Rent', 1, 0, 1],
      ['900', 1, 1, 1],
    ]);
    expect(page.tables[0]?.box[2]).toBeCloseTo(350 / 720, 3);
    expect(blockTexts(page).at(-1)).toBe('note: Mention the rent');
    expect(page.height).toBeGreaterThan(400);
    expect(page.words.at(-1)!.box[1] * page.height).toBeGreaterThan(400);
  });

  test('a chart becomes its title and the table of its values, inside its frame', async () => {
    const points = (name: string, ...values: string[]) =>
      `<c:${name}><c:ref><c:cache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:cache></c:ref></c:${name}>`;
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>
      <c:plotArea><c:barChart><c:ser>${points('tx', 'Net')}${points('cat', 'May', 'June')}${points('val', '12.5', '14')}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const slide = part(
      'sld',
      `<p:graphicFrame><p:xfrm>${frame(360, 100, 300, 200)}</p:xfrm><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></p:graphicFrame>`,
    );
    const { pages } = await readBytes(
      pptxAdapter,
      pptx([slide], {
        'ppt/slides/_rels/slide0.xml.rels': relations(['c1', 'chart', '../charts/chart1.xml']),
        'ppt/charts/chart1.xml': chart,
      }),
    );
    expect(blockTexts(pages[0])).toEqual(['caption: Sales', 'table: Net May 12.5 June 14']);
    expect(pages[0]!.tables[0]!.box[0]).toBeCloseTo(0.5, 2);
  });

  test('slides come in the order of the presentation, each a page', async () => {
    const slide = (content: string) => part('sld', shape(frame(0, 0, 300, 90), text(content)));
    const { pages, pageCount } = await readBytes(pptxAdapter, pptx([slide('first'), slide('second'), slide('third')]));
    expect(pageCount).toBe(3);
    expect(pages.map((page) => page.words[0]?.text)).toEqual(['first', 'second', 'third']);
  });
});
