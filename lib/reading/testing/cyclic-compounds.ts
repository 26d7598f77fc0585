import CFB from 'cfb';

const SECTOR = 512;
const STREAM_BYTES = 40 * SECTOR;

/** An OLE compound file with one stream of the name, whole. */
export function wholeCompound(stream: string): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(STREAM_BYTES, 'x'));
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

/** The same file with its table of following sectors spoilt: chains that lead back to the sector itself, or to the one before. */
export function cyclicCompounds(stream: string): Buffer[] {
  const whole = wholeCompound(stream);
  const table = (whole.readUInt32LE(0x4c) + 1) * SECTOR;
  const next = (sector: number) => whole.readInt32LE(table + sector * 4);
  const links = Array.from({ length: whole.length / SECTOR - 1 }, (_, sector) => sector).filter((sector) => next(sector) === sector + 1);
  const [first, last] = [links[0]!, links.at(-1)!];
  return [
    [first, first],
    [last, last],
    [last, last - 1],
  ].map(([sector, target]) => {
    const spoilt = Buffer.from(whole);
    spoilt.writeInt32LE(target!, table + sector! * 4);
    return spoilt;
  });
}

/** Old Office files with such chains, as hostile files and how reading them may end. */
export function cyclicFiles(): { name: string; bytes: Uint8Array; ends: readonly string[] }[] {
  const kinds = { doc: 'WordDocument', xls: 'Workbook', ppt: 'PowerPoint Document', msg: '__properties_version1.0' };
  const ends = ['read', 'damaged_file', 'empty_file', 'unsupported_media_type'];
  return Object.entries(kinds).flatMap(([ending, stream]) =>
    cyclicCompounds(stream).map((bytes, index) => ({ name: `circle${index}.${ending}`, bytes, ends })),
  );
}
