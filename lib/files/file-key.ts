/** The folder of the blob store that holds original files. */
export const FILES_FOLDER = 'files';

/** Where the bytes of an original file are kept. @param sha256 of its content, 64 hexadecimal digits */
export function fileKey(sha256: string): string {
  return `${FILES_FOLDER}/${sha256}`;
}

/** The content hash of a key made by `fileKey`. */
export function hashOfFileKey(key: string): string {
  return key.slice(FILES_FOLDER.length + 1);
}
