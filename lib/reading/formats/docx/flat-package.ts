import { strFromU8 } from 'fflate';
import { decodeText } from '../../encoding/decode-text.ts';
import type { Archive } from '../../files/open-archive.ts';
import { ReadError } from '../../model/read-error.ts';

/** Begin and end of a part. None of the patterns looks beyond the next tag: hostile files hold many that never end. */
const PART_TAG = /<(?:\w+:)?part\b([^<>]*)>|<\/(?:\w+:)?part\s*>/g;
const CONTENT = /<(\w+:)?(xmlData|binaryData)\b[^<>]*>/;
const MOST_PARTS = 10_000;

/** True for bytes that begin as XML does and hold an Office package in one document (`pkg:package`). */
export function isFlatPackage(bytes: Uint8Array): boolean {
  return /<(?:\w+:)?package\b[^>]*office\/2006\/xmlPackage/.test(strFromU8(bytes.subarray(0, 4096), true));
}

/**
 * The parts of an Office package that was saved as one XML document ("flat OPC"), as if they stood in an archive.
 * Throws `ReadError` `damaged_file` for a part that is missing.
 */
export function openFlatPackage(bytes: Uint8Array): Archive {
  const parts = new Map<string, { name: string; content: Uint8Array }>();
  for (const { attributes, body } of listParts(decodeText(bytes).text)) {
    const name = /\bname\s*=\s*["']\/?([^"']+)["']/.exec(attributes)?.[1];
    if (!name || parts.size >= MOST_PARTS) continue;
    parts.set(name.toLowerCase(), { name, content: contentOf(body) });
  }
  const key = (name: string) => name.replace(/^\/+/, '').toLowerCase();
  return {
    names: [...parts.values()].map(({ name }) => name),
    has: (name) => parts.has(key(name)),
    async read(name) {
      const part = parts.get(key(name));
      if (!part) throw new ReadError('damaged_file', 'The file is damaged: a part of it is missing. Ask for a new copy.');
      return part.content;
    },
    close: () => {},
  };
}

function* listParts(xml: string): Generator<{ attributes: string; body: string }> {
  let open: { attributes: string; end: number } | null = null;
  for (const tag of xml.matchAll(PART_TAG)) {
    const [whole, attributes] = tag;
    if (attributes === undefined) {
      if (open) yield { attributes: open.attributes, body: xml.slice(open.end, tag.index) };
      open = null;
    } else if (!attributes.endsWith('/')) open ??= { attributes, end: tag.index + whole.length };
  }
}

function contentOf(body: string): Uint8Array {
  const found = CONTENT.exec(body);
  if (!found) return new Uint8Array();
  const [whole, prefix = '', kind] = found;
  const start = found.index + whole.length;
  const end = body.lastIndexOf(`</${prefix}${kind}`);
  return Buffer.from(body.slice(start, Math.max(start, end)), kind === 'binaryData' ? 'base64' : 'utf8');
}
