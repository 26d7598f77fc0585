import { open } from 'node:fs/promises';

const ROOT_SEARCH_BYTES = 16 * 1024;

/** The local name of the root element of an XML file, null for other files. */
export async function findXmlRoot(path: string, mediaType: string): Promise<string | null> {
  if (!/^(text|application)\/xml$/.test(mediaType)) return null;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ROOT_SEARCH_BYTES), 0, ROOT_SEARCH_BYTES, 0);
    // UTF-16 too, once the zero bytes are left out
    const start = buffer.subarray(0, bytesRead).toString('latin1').replaceAll('\0', '');
    return /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(withoutComments(start))?.[1] ?? null;
  } finally {
    await file.close();
  }
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start);
    if (end < 0) return [...parts, text.slice(at)].join('');
    parts.push(text.slice(at, start));
    at = end + '-->'.length;
  }
}
