import type { LayoutBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { descendants, type XmlElement } from '../../xml/xml.ts';
import { OdfReader } from './odf-blocks.ts';
import { type OdfPackage, odfStyles, openOdf, requireBody } from './odf-package.ts';

/** Headers or footers of all page styles, each different one once. */
function marginBlocks(odf: OdfPackage, reader: OdfReader, kind: 'header' | 'footer'): LayoutBlock[] {
  const seen = new Set<string>();
  const masters = odf.styles ? descendants(odf.styles, 'master-page') : [];
  return masters.flatMap((master) =>
    master.children
      .filter(
        (each): each is XmlElement =>
          typeof each !== 'string' && (each.name === kind || each.name === `${kind}-left` || each.name === `${kind}-first`),
      )
      .flatMap((each) => {
        const blocks = reader.blocks(each, kind);
        const text = JSON.stringify(blocks);
        if (seen.has(text)) return [];
        seen.add(text);
        return blocks;
      }),
  );
}

/** Reads OpenDocument text (also templates and flat XML) as flowing text; deleted text of tracked changes is left out. */
export const odtAdapter: FormatAdapter = {
  name: 'odt',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    const odf = await openOdf(file, context);
    const reader = new OdfReader(odfStyles(odf), odf.objects, odf.pictures);
    const header = marginBlocks(odf, reader, 'header');
    const body = reader.blocks(requireBody(odf, 'text'));
    const footer = marginBlocks(odf, reader, 'footer');
    yield* pageEvents([...header, ...body, ...reader.notes, ...footer], context);
  },
};
