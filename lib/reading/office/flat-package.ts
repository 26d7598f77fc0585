import { strFromU8 } from 'fflate';
import type { Archive } from '../archive/open-archive.ts';
import { decodeText } from '../layout/decode-text.ts';
import { ReadError } from '../read-error.ts';

const PART = /<(?:\w+:)?part\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?part\s*>/g;
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
  for (const [, attributes, body] of decodeText(bytes).text.matchAll(PART)) {
    const name = /\bname\s*=\s*["']\/?([^"']+)["']/.exec(attributes ?? '')?.[1];
    if (!name || parts.size >= MOST_PARTS) continue;
    const inner = /<(?:\w+:)?(xmlData|binaryData)\b[^>]*>([\s\S]*)<\/(?:\w+:)?\1\s*>/.exec(body ?? '');
    const content = inner?.[1] === 'binaryData' ? Buffer.from(inner[2] ?? '', 'base64') : Buffer.from(inner?.[2] ?? '');
    parts.set(name.toLowerCase(), { name, content });
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
