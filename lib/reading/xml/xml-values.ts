import { XMLParser } from 'fast-xml-parser';
import type { StatedValue } from '#lib/contract/service/reading.ts';

const LARGEST_XML = 32 * 1024 * 1024;
const MOST_VALUES = 50_000;
const DEEPEST = 100;

/** An element in the order-preserving form of the parser: `{ NAME: children, ':@': { '@_name': value } }`. */
type Node = Record<string, unknown>;

/**
 * The values of an XML file, or null when the bytes are no XML that can be read.
 * Paths are made of local names; elements that occur more than once under their parent carry a 0-based index in brackets:
 * `CrossIndustryInvoice/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem[2]/AssociatedDocumentLineDocument/LineID`.
 */
export function readXmlValues(bytes: Uint8Array, source: StatedValue['source']): { root: string; values: StatedValue[] } | null {
  if (bytes.byteLength > LARGEST_XML) return null;
  const text = decodeXml(bytes).replace(/^\uFEFF/, '');
  if (!/^\s*(<\?xml|<!--|<[\w:.-]+[\s>/])/.test(text)) return null;
  try {
    const nodes = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
    }).parse(text) as Node[];
    const root = nodes.find((node) => nameOf(node) !== '#text' && nameOf(node) !== '#comment');
    if (!root) return null;
    const values: StatedValue[] = [];
    collect(root, nameOf(root), 1, source, values);
    return { root: nameOf(root), values };
  } catch {
    return null;
  }
}

function collect(node: Node, path: string, depth: number, source: StatedValue['source'], values: StatedValue[]): void {
  const children = (node[nameOf(node)] ?? []) as Node[];
  const elements = children.filter((child) => nameOf(child) !== '#text');
  if (elements.length === 0) {
    const value = children.map((child) => String(child['#text'] ?? '')).join('');
    if (value.trim() === '' || values.length >= MOST_VALUES) return;
    const attributes = attributesOf(node);
    values.push({ source, path, value: value.trim(), ...(attributes && { attributes }) });
    return;
  }
  if (depth > DEEPEST) return;
  const counts = new Map<string, number>();
  for (const child of elements) counts.set(nameOf(child), (counts.get(nameOf(child)) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const child of elements) {
    const name = nameOf(child);
    const index = seen.get(name) ?? 0;
    seen.set(name, index + 1);
    collect(child, counts.get(name) === 1 ? `${path}/${name}` : `${path}/${name}[${index}]`, depth + 1, source, values);
  }
}

function nameOf(node: Node): string {
  for (const key of Object.keys(node)) if (key !== ':@') return key;
  return '';
}

function attributesOf(node: Node): Record<string, string> | null {
  const given = node[':@'] as Record<string, unknown> | undefined;
  if (!given) return null;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.replace(/^@_/, ''), String(value)]));
}

function decodeXml(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
