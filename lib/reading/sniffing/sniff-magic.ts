/** Bytes from the start of a file that `sniffMagic` looks at. */
export const MAGIC_BYTES = 1024 + 5;

const PDF_HEADER_NEAR = 1024;
const PDF_HEADER = Buffer.from('%PDF-');
/** Pictures that nothing else begins like. */
const PICTURES: readonly [string, Buffer][] = [
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe1])],
  ['image/gif', Buffer.from('GIF89a')],
  ['image/gif', Buffer.from('GIF87a')],
  ...['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].map((magic): [string, Buffer] => ['image/tiff', Buffer.from(magic, 'latin1')]),
];

/**
 * The media type of the commonest files by fixed bytes at their start, null for all others. Compares bytes only, of which it takes
 * at most `MAGIC_BYTES`: safe in any process.
 */
export function sniffMagic(start: Buffer): string | null {
  const at = start.subarray(0, MAGIC_BYTES).indexOf(PDF_HEADER);
  if (at >= 0 && at <= PDF_HEADER_NEAR) return 'application/pdf';
  return PICTURES.find(([, magic]) => start.subarray(0, magic.length).equals(magic))?.[0] ?? null;
}
