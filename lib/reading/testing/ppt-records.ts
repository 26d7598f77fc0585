/** A record of a PowerPoint 97 file ([MS-PPT] 2.3.1); a `container` holds records. */
export function record(type: number, body: Uint8Array, instance = 0, container = false): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (container ? 0x0f : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

export const box = (type: number, ...inner: Buffer[]) => record(type, Buffer.concat(inner), 0, true);
export const words = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);

/** Where a shape stands on its slide, in units of the file. */
export const anchor = (left: number, top: number, right: number, bottom: number) =>
  record(0xf010, Buffer.from(new Int16Array([top, left, right, bottom]).buffer));
