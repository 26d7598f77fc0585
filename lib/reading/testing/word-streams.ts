/** The streams of a Word 97 file with one piece of text in Latin-1. */
export function wordStreams(text: string): { main: Buffer; table: Buffer } {
  const main = Buffer.alloc(0x600 + text.length);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x00c1, 2);
  main.writeUInt16LE(0x0200, 0x0a);
  main.writeUInt32LE(text.length, 0x4c);
  main.write(text, 0x600, 'latin1');
  const table = Buffer.alloc(5 + 8 + 8);
  table[0] = 0x02;
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE((0x600 * 2) | 0x4000_0000, 13 + 2);
  main.writeUInt32LE(table.length, 0x01a6);
  return { main, table };
}
