import type { FormatAdapter } from '../model/adapter.ts';
import { type Family, requireFamily } from '../model/readable-kinds.ts';
import type { Recognise } from '../ocr/recognise.ts';
import type { PictureSources } from '../pictures/with-pictures.ts';

type Load = (recognise: Recognise) => Promise<FormatAdapter>;

/** Pictures of text are read: those of a document without text, slides that are a picture, scans pasted beside a text. */
async function withPictures(adapter: FormatAdapter, sources: PictureSources, recognise: Recognise): Promise<FormatAdapter> {
  const { createImageAdapter } = await import('../formats/image/image-adapter.ts');
  return (await import('../pictures/with-pictures.ts')).withPictures(adapter, sources, createImageAdapter(recognise));
}

async function withPackagePictures(
  adapter: FormatAdapter,
  recognise: Recognise,
  more: Omit<PictureSources, 'all'> = {},
): Promise<FormatAdapter> {
  return withPictures(adapter, { all: (await import('../pictures/list-package-pictures.ts')).listPackagePictures, ...more }, recognise);
}

/** Adapters are loaded when first needed, so that a child process holds only what its files ask for. */
const LOADERS: Record<Family, Load> = {
  pdf: async (recognise) => (await import('../formats/pdf/pdf-adapter.ts')).createPdfAdapter(recognise),
  image: async (recognise) => (await import('../formats/image/image-adapter.ts')).createImageAdapter(recognise),
  sheet: async (recognise) => {
    const { listSheetPictures, spreadsheetAdapter } = await import('../formats/sheet/spreadsheet-adapter.ts');
    return withPictures(spreadsheetAdapter, { all: listSheetPictures, appendScans: true }, recognise);
  },
  word: async (recognise) =>
    withPackagePictures((await import('../formats/docx/docx-adapter.ts')).docxAdapter, recognise, {
      ofFrame: (await import('../pictures/list-package-pictures.ts')).findPackagePicture,
      appendScans: true,
    }),
  slides: async (recognise) => {
    const { pptxSlidePicture: ofPage } = await import('../formats/pptx/pptx-slide-picture.ts');
    return withPackagePictures((await import('../formats/pptx/pptx-adapter.ts')).pptxAdapter, recognise, { ofPage });
  },
  old_word: async (recognise) => {
    const { createDocAdapter, listDocPictures } = await import('../legacy/word/doc-adapter.ts');
    const { docxAdapter: docx } = await import('../formats/docx/docx-adapter.ts');
    const { wordXmlBlocks: xmlBlocks } = await import('../formats/docx/word-xml-blocks.ts');
    return withPictures(createDocAdapter({ docx, xmlBlocks }), { all: listDocPictures, appendScans: true }, recognise);
  },
  old_slides: async (recognise) => {
    const { createPptAdapter, listPptPictures } = await import('../legacy/powerpoint/ppt-adapter.ts');
    const { pptSlidePicture: ofPage } = await import('../legacy/powerpoint/ppt-slide-picture.ts');
    const { pptxAdapter } = await import('../formats/pptx/pptx-adapter.ts');
    return withPictures(createPptAdapter(pptxAdapter), { all: listPptPictures, ofPage }, recognise);
  },
  odf_text: async (recognise) =>
    withPackagePictures((await import('../formats/odf/odt-adapter.ts')).odtAdapter, recognise, {
      ofFrame: (await import('../pictures/list-package-pictures.ts')).findPackagePicture,
      appendScans: true,
    }),
  odf_slides: async (recognise) => {
    const { odpSlidePicture: ofPage } = await import('../formats/odf/odp-slide-picture.ts');
    return withPackagePictures((await import('../formats/odf/odp-adapter.ts')).odpAdapter, recognise, { ofPage });
  },
  rtf: async (recognise) => {
    const { listRtfPictures, rtfAdapter } = await import('../legacy/rtf/rtf-adapter.ts');
    return withPictures(rtfAdapter, { all: listRtfPictures, appendScans: true }, recognise);
  },
  mail: async (recognise) => {
    const { emlAdapter, listMailPictures: all, mailPicture: ofFrame } = await import('../formats/mail/eml-adapter.ts');
    return withPictures(emlAdapter, { all, ofFrame, appendScans: true }, recognise);
  },
  book: async (recognise) => withPackagePictures((await import('../formats/epub/epub-adapter.ts')).epubAdapter, recognise),
  outlook: async (recognise) => {
    const { msgAdapter, listMsgPictures: all, msgPicture: ofFrame } = await import('../formats/mail/msg-adapter.ts');
    return withPictures(msgAdapter, { all, ofFrame, appendScans: true }, recognise);
  },
  xml: async () => (await import('../formats/e-invoice/xml-adapter.ts')).xmlAdapter,
  text: async () => (await import('../formats/text/text-adapter.ts')).textAdapter,
};

/** The adapter that reads a media type. Throws `ReadError` `unsupported_media_type` when there is none. */
export async function requireAdapter(mediaType: string, recognise: Recognise): Promise<FormatAdapter> {
  return LOADERS[requireFamily(mediaType)](recognise);
}
