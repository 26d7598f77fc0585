/** A record of the PowerPoint binary format ([MS-PPT] 2.3.1); containers have version 15. */
export type PptRecord = { version: number; instance: number; type: number; body: Buffer };

const HEADER = 8;

/** The records that stand one after the other in `bytes`. A length that leads outside ends the list. */
export function* pptRecords(bytes: Buffer): Generator<PptRecord> {
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const head = bytes.readUInt16LE(at);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + HEADER, Math.min(bytes.length, at + HEADER + length));
    yield { version: head & 0x0f, instance: head >> 4, type: bytes.readUInt16LE(at + 2), body };
    at += HEADER + length;
  }
}

/** Records of a type anywhere below, in order; a match is not looked into. */
export function findRecords(bytes: Buffer, type: number, depth = 0): PptRecord[] {
  const found: PptRecord[] = [];
  for (const record of pptRecords(bytes)) {
    if (record.type === type) found.push(record);
    else if (record.version === 0x0f && depth < 30) found.push(...findRecords(record.body, type, depth + 1));
  }
  return found;
}
