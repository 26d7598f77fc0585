import { XMLParser } from 'fast-xml-parser';
import { decodeText } from '../encoding/decode-text.ts';
import { ReadError } from '../model/read-error.ts';

/** An element with its local name (no prefix). Attributes keep their names as written. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlNode[] };
export type XmlNode = XmlElement | string;

/** Larger parts would take gigabytes as a tree. */
const MOST_BYTES = 48 * 1024 * 1024;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 1000,
});

type Raw = Record<string, unknown>;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function convert(raw: Raw[]): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (const entry of raw) {
    for (const name in entry) {
      if (name === ':@') continue;
      if (name === '#text') nodes.push(String(entry[name]));
      else {
        const attributes = (entry[':@'] ?? {}) as Record<string, string>;
        nodes.push({ name: localName(name), attributes, children: convert(entry[name] as Raw[]) });
      }
    }
  }
  return nodes;
}

/**
 * Parses XML bytes into a tree and gives its root element. External entities are never fetched, nesting is limited.
 * Throws `ReadError` `damaged_file` when it is not XML, `too_large_to_read` above 48 MB.
 */
export function parseXml(source: Uint8Array | string): XmlElement {
  if (source.length > MOST_BYTES)
    throw new ReadError('too_large_to_read', 'The document is longer than this installation reads. Split it and try again.');
  try {
    const text = typeof source === 'string' ? source : decodeText(source).text;
    const root = convert(parser.parse(text) as Raw[]).find((node): node is XmlElement => typeof node !== 'string');
    if (root) return root;
  } catch (cause) {
    throw new ReadError('damaged_file', 'The file is damaged: its text cannot be read. Ask for a new copy.', { cause });
  }
  throw new ReadError('damaged_file', 'The file is damaged: a part of it is empty. Ask for a new copy.');
}

/** An attribute by its local name, whatever the prefix; or by its full name when `name` has one. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (!element) return undefined;
  const exact = element.attributes[name];
  if (exact !== undefined || name.includes(':')) return exact;
  const ending = `:${name}`;
  for (const key in element.attributes) if (key.endsWith(ending)) return element.attributes[key];
  return undefined;
}

/** Child elements, all or those of the given names. */
export function elements(element: XmlElement | undefined, ...names: string[]): XmlElement[] {
  if (!element) return [];
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (names.length === 0 || names.includes(child.name)),
  );
}

/** The first child of a path of local names. */
export function child(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) {
    at = at?.children.find((node): node is XmlElement => typeof node !== 'string' && node.name === name);
    if (!at) return undefined;
  }
  return at;
}

/** All descendants of a name, in document order; those inside a match are not looked for. */
export function descendants(element: XmlElement | undefined, name: string): XmlElement[] {
  return elements(element).flatMap((each) => (each.name === name ? [each] : descendants(each, name)));
}

/** All character data below an element. */
export function innerText(element: XmlElement | undefined): string {
  if (!element) return '';
  return element.children.map((node) => (typeof node === 'string' ? node : innerText(node))).join('');
}
