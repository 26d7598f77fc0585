import type { FormatAdapter } from '../model/adapter.ts';
import { type Family, requireFamily } from '../model/readable-kinds.ts';
import type { Recognise } from '../ocr/recognise.ts';
import type { PictureSources } from '../pictures/with-pictures.ts';

type Load = (recognise: Recognise) => Promise<FormatAdapter>;

/** Pictures of text are read: those of a document without text, slides that are a picture, scans pasted beside a text. */
async function withPictures(adapter: FormatAdapter, sources: PictureSources, recognise: Recognise): Promise<FormatAdapter> {
  return (await import('../pictures/with-pictures.ts')).withPictures(adapter, sources, recognise);
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
  pdf: async (recognise) => (await import('../formats/pdf/read-pdf.ts')).createPdfAdapter(recognise),
  image: async (recognise) => (await import('../formats/image/read-image.ts')).createImageAdapter(recognise),
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
    const { slidePicture: ofPage } = await import('../formats/pptx/slide-picture.ts');
    return withPackagePictures((await import('../formats/pptx/pptx-adapter.ts')).pptxAdapter, recognise, { ofPage });
  },
  old_word: async (recognise) => {
    const { docAdapter, listDocPictures } = await import('../legacy/word/doc-adapter.ts');
    return withPictures(docAdapter, { all: listDocPictures, appendScans: true }, recognise);
  },
  old_slides: async (recognise) => {
    const { pptAdapter, listPptPictures } = await import('../legacy/powerpoint/ppt-adapter.ts');
    const { pptSlidePicture: ofPage } = await import('../legacy/powerpoint/ppt-slide-picture.ts');
    return withPictures(pptAdapter, { all: listPptPictures, ofPage }, recognise);
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
