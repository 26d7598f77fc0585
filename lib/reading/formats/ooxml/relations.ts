import type { Archive } from '../../files/open-archive.ts';
import { ReadError } from '../../model/read-error.ts';
import { attribute, elements, parseXml, type XmlElement } from '../../xml/xml.ts';

export type Relation = { id: string; type: string; target: string; external: boolean };

/** Resolves a relation's target against the part it belongs to: `word/document.xml` + `../a.xml` → `a.xml`. */
function resolveTarget(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const folders = part.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '.') folders.push(step);
  }
  return folders.join('/');
}

/** Relations of a part of an Office Open XML package by id; empty when there are none. Types are cut to their last word. */
export async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/');
  const name = `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
  const relations = new Map<string, Relation>();
  if (!archive.has(name)) return relations;
  const root = await readOptionalPart(archive, name);
  for (const each of elements(root ?? undefined, 'Relationship')) {
    const id = attribute(each, 'Id') ?? '';
    const external = attribute(each, 'TargetMode') === 'External';
    const target = attribute(each, 'Target') ?? '';
    const type = (attribute(each, 'Type') ?? '').split('/').at(-1) ?? '';
    relations.set(id, { id, type, target: external ? target : resolveTarget(part, target), external });
  }
  return relations;
}

/** The first related part of a type that is in the package. */
export function findPart(archive: Archive, relations: ReadonlyMap<string, Relation>, type: string): string | null {
  for (const relation of relations.values()) {
    if (relation.type === type && !relation.external && archive.has(relation.target)) return relation.target;
  }
  return null;
}

/** Reads and parses a part; null when the package does not have it. */
export async function readPart(archive: Archive, name: string | null): Promise<XmlElement | null> {
  return name !== null && archive.has(name) ? parseXml(await archive.read(name)) : null;
}

/** Like `readPart` for a part that the text can do without: null also when it is damaged. */
export async function readOptionalPart(archive: Archive, name: string | null): Promise<XmlElement | null> {
  try {
    return await readPart(archive, name);
  } catch (cause) {
    if (cause instanceof ReadError && cause.code === 'damaged_file') return null;
    throw cause;
  }
}
