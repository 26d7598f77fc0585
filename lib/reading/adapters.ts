import type { FormatAdapter } from './adapter.ts';
import type { Recognise } from './ocr/recognise.ts';
import type { PictureSources } from './pictures/with-pictures.ts';
import { type Family, requireFamily } from './readable-kinds.ts';

type Load = (recognise: Recognise) => Promise<FormatAdapter>;

/** Pictures of text are read: those of a document without text, slides that are a picture, scans pasted beside a text. */
async function withPictures(adapter: FormatAdapter, sources: PictureSources, recognise: Recognise): Promise<FormatAdapter> {
  return (await import('./pictures/with-pictures.ts')).withPictures(adapter, sources, recognise);
}

async function withPackagePictures(
  adapter: FormatAdapter,
  recognise: Recognise,
  more: Omit<PictureSources, 'all'> = {},
): Promise<FormatAdapter> {
  return withPictures(adapter, { all: (await import('./pictures/list-package-pictures.ts')).listPackagePictures, ...more }, recognise);
}

/** Adapters are loaded when first needed, so that a child process holds only what its files ask for. */
const LOADERS: Record<Family, Load> = {
  pdf: async (recognise) => (await import('./pdf/read-pdf.ts')).createPdfAdapter(recognise),
  image: async (recognise) => (await import('./image/read-image.ts')).createImageAdapter(recognise),
  sheet: async (recognise) => {
    const { listSheetPictures, spreadsheetAdapter } = await import('./sheet/spreadsheet-adapter.ts');
    return withPictures(spreadsheetAdapter, { all: listSheetPictures, appendScans: true }, recognise);
  },
  word: async (recognise) =>
    withPackagePictures((await import('./office/docx-adapter.ts')).docxAdapter, recognise, {
      ofFrame: (await import('./pictures/list-package-pictures.ts')).findPackagePicture,
      appendScans: true,
    }),
  slides: async (recognise) => {
    const { slidePicture: ofPage } = await import('./office/slide-picture.ts');
    return withPackagePictures((await import('./office/pptx-adapter.ts')).pptxAdapter, recognise, { ofPage });
  },
  old_word: async (recognise) => {
    const { docAdapter, listDocPictures } = await import('./office/doc-adapter.ts');
    return withPictures(docAdapter, { all: listDocPictures, appendScans: true }, recognise);
  },
  old_slides: async (recognise) => {
    const { pptAdapter, listPptPictures } = await import('./office/ppt-adapter.ts');
    const { pptSlidePicture: ofPage } = await import('./office/ppt-slide-picture.ts');
    return withPictures(pptAdapter, { all: listPptPictures, ofPage }, recognise);
  },
  odf_text: async (recognise) =>
    withPackagePictures((await import('./office/odt-adapter.ts')).odtAdapter, recognise, {
      ofFrame: (await import('./pictures/list-package-pictures.ts')).findPackagePicture,
      appendScans: true,
    }),
  odf_slides: async (recognise) => {
    const { odpSlidePicture: ofPage } = await import('./office/odp-slide-picture.ts');
    return withPackagePictures((await import('./office/odp-adapter.ts')).odpAdapter, recognise, { ofPage });
  },
  rtf: async (recognise) => {
    const { listRtfPictures, rtfAdapter } = await import('./office/rtf-adapter.ts');
    return withPictures(rtfAdapter, { all: listRtfPictures, appendScans: true }, recognise);
  },
  mail: async (recognise) => {
    const { emlAdapter, listMailPictures: all, mailPicture: ofFrame } = await import('./mail/eml-adapter.ts');
    return withPictures(emlAdapter, { all, ofFrame, appendScans: true }, recognise);
  },
  book: async (recognise) => withPackagePictures((await import('./book/epub-adapter.ts')).epubAdapter, recognise),
  outlook: async (recognise) => {
    const { msgAdapter, listMsgPictures: all, msgPicture: ofFrame } = await import('./mail/msg-adapter.ts');
    return withPictures(msgAdapter, { all, ofFrame, appendScans: true }, recognise);
  },
  xml: async () => (await import('./xml-adapter.ts')).xmlAdapter,
  text: async () => (await import('./layout/text-adapter.ts')).textAdapter,
};

/** The adapter that reads a media type. Throws `ReadError` `unsupported_media_type` when there is none. */
export async function requireAdapter(mediaType: string, recognise: Recognise): Promise<FormatAdapter> {
  return LOADERS[requireFamily(mediaType)](recognise);
}
