import { ownValue } from '#lib/contract/json/own-value.ts';
import { ReadError } from './read-error.ts';

/** A file on local disk whose kind is asked for. */
export type SniffRequest = {
  /** A file on local disk. */
  path: string;
  /** Only breaks ties between kinds of plain text. */
  name: string;
  signal?: AbortSignal | undefined;
};
/** `xmlRoot`: the local name of an XML file's root element. */
export type FileKind = { mediaType: string; xmlRoot: string | null };

/** Media types that are read, by the family that one adapter reads. The first that matches counts. */
const FAMILIES = {
  pdf: /^application\/pdf$/,
  image: /^image\/(png|jpeg|webp|tiff|gif|bmp|avif|hei[cf]|jp2|jpx|j2c)$/,
  sheet:
    /^(text\/(csv|tab-separated-values)|application\/vnd\.(ms-excel.*|openxmlformats-officedocument\.spreadsheetml\..*|oasis\.opendocument\.spreadsheet.*))$/,
  word: /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\..*|ms-word\..*)$/,
  slides: /^application\/vnd\.(openxmlformats-officedocument\.presentationml\..*|ms-powerpoint\..*)$/,
  old_word: /^application\/msword$/,
  old_slides: /^application\/vnd\.ms-powerpoint$/,
  odf_text: /^application\/vnd\.oasis\.opendocument\.text/,
  odf_slides: /^application\/vnd\.oasis\.opendocument\.(presentation|graphics)/,
  rtf: /^(application|text)\/rtf$/,
  mail: /^(message\/rfc822|application\/mbox)$/,
  book: /^application\/epub\+zip$/,
  outlook: /^application\/vnd\.ms-outlook$/,
  xml: /^(text|application)\/xml$/,
  text: /^(text\/(plain|markdown|html)|application\/(xhtml\+xml|json))$/,
};

/** What one adapter reads. */
export type Family = keyof typeof FAMILIES;

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

const COMPOSABLE = new Set(['application/pdf', 'image/tiff']);

/** True for files whose pages can be put into new PDFs. */
export function isComposable(mediaType: string | null): boolean {
  return mediaType !== null && COMPOSABLE.has(mediaType);
}

/** The family of a media type. Throws `ReadError` `unsupported_media_type` when nothing here reads it. */
export function requireFamily(mediaType: string): Family {
  const found = Object.entries(FAMILIES).find(([, matches]) => matches.test(mediaType));
  if (!found) throw unreadable(mediaType);
  return found[0] as Family;
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
    return new ReadError('unsupported_media_type', `This is not a document (${mediaType}), so it cannot be read.`);
  return new ReadError(
    'unsupported_media_type',
    mediaType === 'application/octet-stream'
      ? 'The type of this file is not known. Save it as PDF or as a picture and add it again.'
      : `${ownValue(KINDS, mediaType) ?? `Files of the kind ${mediaType}`} cannot be read. Save it as PDF and add it again.`,
  );
}
