import type { Entry, ZipFile } from 'yauzl';
import { openZip } from './archive/open-zip.ts';
import { ReadError } from './read-error.ts';

const MOST_ENTRIES = 20_000;
const LONGEST_PART = 1024 * 1024;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** Main content type in `[Content_Types].xml` → media type, matched by prefix. */
const MAIN_PARTS: readonly [RegExp, string][] = [
  [/wordprocessingml\.(document|template)\.main\+xml|ms-word\.(document|template)\.macroEnabled/, `${OFFICE}wordprocessingml.document`],
  [
    /presentationml\.(presentation|slideshow|template)\.main\+xml|ms-powerpoint\.[a-z]+\.macroEnabled/i,
    `${OFFICE}presentationml.presentation`,
  ],
  [/ms-excel\.sheet\.binary/, 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  [/ms-excel\.(sheet|template|addin)\.macroEnabled/i, 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [/spreadsheetml\.(sheet|template)\.main\+xml/, `${OFFICE}spreadsheetml.sheet`],
];
/** Part name → media type, for packages whose content types cannot be read. */
const PART_NAMES: readonly [RegExp, string][] = [
  [/^word\/document\d*\.xml$/i, `${OFFICE}wordprocessingml.document`],
  [/^xl\/workbook\.bin$/i, 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  [/^xl\/workbook\.xml$/i, `${OFFICE}spreadsheetml.sheet`],
  [/^ppt\/presentation\.xml$/i, `${OFFICE}presentationml.presentation`],
];

/** Tells what a zip file is: an Office or OpenDocument file, an e-book, or just an archive (`application/zip`). Throws `damaged_file` and `password_required`. */
export async function sniffZip(path: string): Promise<string> {
  let zip: ZipFile;
  try {
    zip = await openZip(path);
  } catch (cause) {
    throw new ReadError('damaged_file', 'This file is damaged: its zip container is not complete. Send or save it anew.', { cause });
  }
  try {
    const { names, mimetype, contentTypes, encrypted } = await listEntries(zip);
    if (mimetype && /^application\/[\w.+-]+$/.test(mimetype)) return mimetype;
    const byContent = contentTypes && MAIN_PARTS.find(([pattern]) => pattern.test(contentTypes))?.[1];
    const found = byContent || PART_NAMES.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
    if (!found && encrypted)
      throw new ReadError('password_required', 'This archive is protected by a password. Unpack it and add the files inside.');
    return found ?? 'application/zip';
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError('damaged_file', 'This file is damaged: its zip container cannot be read. Send or save it anew.', { cause: error });
  } finally {
    zip.close();
  }
}

type Listing = { names: string[]; mimetype: string | null; contentTypes: string | null; encrypted: boolean };

function listEntries(zip: ZipFile): Promise<Listing> {
  const listing: Listing = { names: [], mimetype: null, contentTypes: null, encrypted: false };
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(listing));
    zip.on('entry', (entry: Entry) => {
      listing.names.push(entry.fileName);
      if ((entry.generalPurposeBitFlag & 1) !== 0) listing.encrypted = true;
      const wanted = entry.fileName === 'mimetype' ? 'mimetype' : entry.fileName === '[Content_Types].xml' ? 'contentTypes' : null;
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
