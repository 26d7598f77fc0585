import { ownValue } from '#lib/contract/own-value.ts';
import type { FormatAdapter } from './adapter.ts';
import type { Recognise } from './ocr/recognise.ts';
import type { PictureSources } from './pictures/with-pictures.ts';
import { ReadError } from './read-error.ts';

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
const FAMILIES: readonly { matches: RegExp; load: Load }[] = [
  { matches: /^application\/pdf$/, load: async (recognise) => (await import('./pdf/read-pdf.ts')).createPdfAdapter(recognise) },
  {
    matches: /^image\/(png|jpeg|webp|tiff|gif|bmp|avif|hei[cf])$/,
    load: async (recognise) => (await import('./image/read-image.ts')).createImageAdapter(recognise),
  },
  {
    matches:
      /^(text\/(csv|tab-separated-values)|application\/vnd\.(ms-excel.*|openxmlformats-officedocument\.spreadsheetml\..*|oasis\.opendocument\.spreadsheet.*))$/,
    load: async (recognise) => {
      const { listSheetPictures, spreadsheetAdapter } = await import('./sheet/spreadsheet-adapter.ts');
      return withPictures(spreadsheetAdapter, { all: listSheetPictures, appendScans: true }, recognise);
    },
  },
  {
    matches: /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\..*|ms-word\..*)$/,
    load: async (recognise) =>
      withPackagePictures((await import('./office/docx-adapter.ts')).docxAdapter, recognise, {
        ofFrame: (await import('./pictures/list-package-pictures.ts')).findPackagePicture,
        appendScans: true,
      }),
  },
  {
    matches: /^application\/vnd\.(openxmlformats-officedocument\.presentationml\..*|ms-powerpoint\..*)$/,
    load: async (recognise) => {
      const { slidePicture: ofPage } = await import('./office/slide-picture.ts');
      return withPackagePictures((await import('./office/pptx-adapter.ts')).pptxAdapter, recognise, { ofPage });
    },
  },
  {
    matches: /^application\/msword$/,
    load: async (recognise) => {
      const { docAdapter, listDocPictures } = await import('./office/doc-adapter.ts');
      return withPictures(docAdapter, { all: listDocPictures, appendScans: true }, recognise);
    },
  },
  {
    matches: /^application\/vnd\.ms-powerpoint$/,
    load: async (recognise) => {
      const { pptAdapter, listPptPictures } = await import('./office/ppt-adapter.ts');
      const { pptSlidePicture: ofPage } = await import('./office/ppt-slide-picture.ts');
      return withPictures(pptAdapter, { all: listPptPictures, ofPage }, recognise);
    },
  },
  {
    matches: /^application\/vnd\.oasis\.opendocument\.text/,
    load: async (recognise) =>
      withPackagePictures((await import('./office/odt-adapter.ts')).odtAdapter, recognise, {
        ofFrame: (await import('./pictures/list-package-pictures.ts')).findPackagePicture,
        appendScans: true,
      }),
  },
  {
    matches: /^application\/vnd\.oasis\.opendocument\.(presentation|graphics)/,
    load: async (recognise) => {
      const { odpSlidePicture: ofPage } = await import('./office/odp-slide-picture.ts');
      return withPackagePictures((await import('./office/odp-adapter.ts')).odpAdapter, recognise, { ofPage });
    },
  },
  {
    matches: /^(application|text)\/rtf$/,
    load: async (recognise) => {
      const { listRtfPictures, rtfAdapter } = await import('./office/rtf-adapter.ts');
      return withPictures(rtfAdapter, { all: listRtfPictures, appendScans: true }, recognise);
    },
  },
  {
    matches: /^(message\/rfc822|application\/mbox)$/,
    load: async (recognise) => {
      const { emlAdapter, listMailPictures: all, mailPicture: ofFrame } = await import('./mail/eml-adapter.ts');
      return withPictures(emlAdapter, { all, ofFrame, appendScans: true }, recognise);
    },
  },
  {
    matches: /^application\/epub\+zip$/,
    load: async (recognise) => withPackagePictures((await import('./book/epub-adapter.ts')).epubAdapter, recognise),
  },
  {
    matches: /^application\/vnd\.ms-outlook$/,
    load: async (recognise) => {
      const { msgAdapter, listMsgPictures: all, msgPicture: ofFrame } = await import('./mail/msg-adapter.ts');
      return withPictures(msgAdapter, { all, ofFrame, appendScans: true }, recognise);
    },
  },
  { matches: /^(text|application)\/xml$/, load: async () => (await import('./xml-adapter.ts')).xmlAdapter },
  {
    matches: /^(text\/(plain|markdown|html)|application\/(xhtml\+xml|json))$/,
    load: async () => (await import('./layout/text-adapter.ts')).textAdapter,
  },
];

const ARCHIVES = new Set([
  'application/zip',
  'application/x-rar-compressed',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/x-lzip',
  'application/x-compress',
  'application/java-archive',
]);

/** True for files that only hold other files. */
export function isArchive(mediaType: string): boolean {
  return ARCHIVES.has(mediaType);
}

/** The adapter that reads a media type. Throws `ReadError` `unsupported_media_type` when there is none. */
export async function requireAdapter(mediaType: string, recognise: Recognise): Promise<FormatAdapter> {
  const family = FAMILIES.find(({ matches }) => matches.test(mediaType));
  if (family) return family.load(recognise);
  throw unreadable(mediaType);
}

/** Refuses a media type that no adapter reads, without loading one. Throws `ReadError` `unsupported_media_type`. */
export function refuseUnreadable(mediaType: string): void {
  if (!FAMILIES.some(({ matches }) => matches.test(mediaType))) throw unreadable(mediaType);
}

/** Kinds that people know by a name. */
const KINDS: Record<string, string> = {
  'application/x-cfb': 'Files of this kind (Visio, Publisher, Project, Works and others of their time)',
  'application/vnd.ms-outlook-pst': 'Stores of mails (Outlook data files)',
  'application/vnd.ms-visio.drawing': 'Visio drawings',
  'application/vnd.ms-xpsdocument': 'XPS documents',
  'application/vnd.apple.iwork': 'Pages, Numbers and Keynote files',
  'application/postscript': 'PostScript files',
  'image/vnd.adobe.photoshop': 'Photoshop files',
};

/** Programs, libraries, sound and film: there is no document in them that could be saved as another kind. */
const NO_DOCUMENT =
  /^(?:audio|video|font)\/|^application\/(?:x-(?:msdownload|dosexec|executable|elf|mach-binary|sharedlib|sqlite3|msi|deb|rpm|apple-diskimage|cab|ms-shortcut|shockwave-flash)|vnd\.(?:microsoft\.portable-executable|sqlite3|ms-cab-compressed|debian\.binary-package)|java-vm|wasm|mp4|ogg)$/;

function unreadable(mediaType: string): ReadError {
  if (isArchive(mediaType)) return new ReadError('unsupported_media_type', 'This is an archive. Unpack it and add the files inside.');
  if (NO_DOCUMENT.test(mediaType))
    return new ReadError('unsupported_media_type', `This is no document (${mediaType}), so it cannot be read.`);
  return new ReadError(
    'unsupported_media_type',
    mediaType === 'application/octet-stream'
      ? 'The content of this file is of no known kind. Save it as PDF or as a picture and add it again.'
      : `${ownValue(KINDS, mediaType) ?? `Files of the kind ${mediaType}`} cannot be read. Save it as PDF and add it again.`,
  );
}
