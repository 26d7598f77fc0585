import type { Entry, ZipFile } from 'yauzl';
import { parseField } from '#lib/contract/http/parse-field.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { openZip } from '../files/open-zip.ts';
import { ReadError } from '../model/read-error.ts';

const MOST_ENTRIES = 20_000;
const LONGEST_PART = 1024 * 1024;
const BINARY_WORKBOOK = 'application/vnd.ms-excel.sheet.binary.macroenabled.12';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** Main content type in `[Content_Types].xml` → media type, matched by prefix. */
const MAIN_PARTS: readonly [RegExp, string][] = [
  [/wordprocessingml\.(document|template)\.main\+xml|ms-word\.(document|template)\.macroEnabled/i, `${OFFICE}wordprocessingml.document`],
  [
    /presentationml\.(presentation|slideshow|template)\.main\+xml|ms-powerpoint\.[a-z]+\.macroEnabled/i,
    `${OFFICE}presentationml.presentation`,
  ],
  [/ms-excel\.sheet\.binary/i, BINARY_WORKBOOK],
  [/ms-excel\.(sheet|template|addin)\.macroEnabled/i, 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [/spreadsheetml\.(sheet|template)\.main\+xml/i, `${OFFICE}spreadsheetml.sheet`],
];
/** Part name → media type, for packages whose content types cannot be read. */
const PART_NAMES: readonly [RegExp, string][] = [
  [/^word\/document\d*\.xml$/i, `${OFFICE}wordprocessingml.document`],
  [/^xl\/workbook\.bin$/i, BINARY_WORKBOOK],
  [/^xl\/workbook\.xml$/i, `${OFFICE}spreadsheetml.sheet`],
  [/^ppt\/presentation\.xml$/i, `${OFFICE}presentationml.presentation`],
];

/** Types that a package may state for itself. */
const PACKAGE_TYPE = /^(application\/(?!pdf$|zip$|octet-stream$)|image\/)[\w.+-]+$/;
/** The type of an OpenDocument package by its list of parts, where the part that states it is missing. */
const ROOT_TYPE = /full-path="\/"[^>]*media-type="(application\/vnd\.oasis\.opendocument\.[\w-]+)"/;
const LISTED_PARTS: Record<string, ListedPart | undefined> = {
  mimetype: 'mimetype',
  '[Content_Types].xml': 'contentTypes',
  'META-INF/manifest.xml': 'manifest',
};
/** Packages of other programs, by a content type or a part. */
const OTHER_PACKAGES: readonly [RegExp, string][] = [
  [/ms-visio\./, 'application/vnd.ms-visio.drawing'],
  [/xps-fixeddocumentsequence|^FixedDoc(ument)?Seq(uence)?\.fdseq$/i, 'application/vnd.ms-xpsdocument'],
  [
    /^Index\/(Document|Tables)[^/]*\.iwa$|^([^/]+\.(key|pages|numbers)\/)?Index\.zip$|^index\.(xml|apxl)(\.gz)?$/i,
    'application/vnd.apple.iwork',
  ],
  [/3dmanufacturing-3dmodel/, 'model/3mf'],
];
const OFFICE_ENDING = /\.(do[ct][xm]?|xl[st][xmb]?|pp[st][xm]?|pot[xm]?|od[tspg])$/i;

/** Tells what a zip file is: an Office or OpenDocument file, an e-book, or just an archive (`application/zip`). Throws `damaged_file` and `password_required`. */
export async function sniffZip(path: string, name = ''): Promise<string> {
  let zip: ZipFile;
  try {
    zip = await openZip(path);
  } catch (cause) {
    throw new ReadError('damaged_file', 'This file is damaged: its zip container is not complete. Send or save it again.', { cause });
  }
  try {
    const { names, mimetype, contentTypes, manifest, encrypted } = await listEntries(zip);
    const stated = parseField(mimetype ?? (manifest && ROOT_TYPE.exec(manifest)?.[1]) ?? '').value;
    if (stated && PACKAGE_TYPE.test(stated)) return stated;
    const byContent = contentTypes && typeByContent(contentTypes);
    // a default for the ending .bin says nothing where the workbook is XML
    const isXml = names.some((each) => /^xl\/workbook\.xml$/i.test(each));
    const found =
      (byContent === BINARY_WORKBOOK && isXml ? null : byContent) ||
      PART_NAMES.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
    if (!found && encrypted)
      throw new ReadError('password_required', 'This archive is protected by a password. Unpack it and add the files inside.');
    return found ?? otherPackage(names, contentTypes, name);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError('damaged_file', 'This file is damaged: its zip container cannot be read. Send or save it again.', { cause: error });
  } finally {
    zip.close();
  }
}

/** By the types of single parts; those that endings have by default only where these say nothing: some writers list endings they do not use. */
function typeByContent(contentTypes: string): string | undefined {
  const find = (types: string) => MAIN_PARTS.find(([pattern]) => pattern.test(types))?.[1];
  return find(contentTypes.replace(/<(\w+:)?Default\b[^>]*>/g, '')) ?? find(contentTypes);
}

/** What is in no content type that we read: packages of other programs, Office files that lost their main part, archives. */
function otherPackage(names: readonly string[], contentTypes: string | null, name: string): string {
  const has = (pattern: RegExp) => names.some((each) => pattern.test(each));
  const other = OTHER_PACKAGES.find(([pattern]) => (contentTypes !== null && pattern.test(contentTypes)) || has(pattern))?.[1];
  if (other) return other;
  if (OFFICE_ENDING.test(name) && (names.length === 0 || contentTypes !== null || has(/^_rels\/|^(word|xl|ppt)\//i))) {
    throw new ReadError('damaged_file', 'This Office file is damaged: the part that holds its content is missing. Send or save it again.');
  }
  return 'application/zip';
}

type Listing = { names: string[]; mimetype: string | null; contentTypes: string | null; manifest: string | null; encrypted: boolean };
type ListedPart = 'mimetype' | 'contentTypes' | 'manifest';

function listEntries(zip: ZipFile): Promise<Listing> {
  const listing: Listing = { names: [], mimetype: null, contentTypes: null, manifest: null, encrypted: false };
  return new Promise((resolve, reject) => {
    // names that lead outside only matter to who unpacks them
    zip.on('error', (error: Error) => (/relative path|absolute path/.test(error.message) ? resolve(listing) : reject(error)));
    zip.on('end', () => resolve(listing));
    zip.on('entry', (entry: Entry) => {
      listing.names.push(entry.fileName);
      if ((entry.generalPurposeBitFlag & 1) !== 0) listing.encrypted = true;
      const wanted = ownValue(LISTED_PARTS, entry.fileName);
      if (listing.names.length > MOST_ENTRIES) return resolve(listing);
      if (!wanted || entry.uncompressedSize > LONGEST_PART) return zip.readEntry();
      readPart(zip, entry).then(
        (text) => {
          listing[wanted] = text.trim();
          zip.readEntry();
        },
        () => zip.readEntry(),
      );
    });
    zip.readEntry();
  });
}

function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
  });
}
