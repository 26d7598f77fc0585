/** A PDF of the given objects (numbered from 1); the first is the catalogue. */
export function pdfOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A stream of a PDF with the entries of its dictionary besides its length. */
export function stream(dictionary: string, bytes: Uint8Array): string {
  return `<<${dictionary}/Length ${bytes.length}>>stream\n${Buffer.from(bytes).toString('latin1')}\nendstream`;
}
