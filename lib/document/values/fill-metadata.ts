import type { FilledMetadata, MetadataSource, MetadataTemplate } from '#lib/contract/desk/deployment-metadata.ts';

/** What a template may tell about a document; null = not known, or there is none. */
export type MetadataFacts = Record<Exclude<MetadataSource, 'text' | 'tags'>, string | null>;

/**
 * What is sent with a document by a template: a text under each name, a list of texts for tags. What is not known or empty is left out.
 * @returns null when there is nothing to send
 */
export function fillMetadata(template: MetadataTemplate | null, facts: MetadataFacts): FilledMetadata | null {
  const entries: [name: string, value: string | string[]][] = [];
  for (const { name, source, text } of template ?? []) {
    const value = source === 'tags' ? splitTags(text) : source === 'text' ? text : facts[source];
    if (value !== null && value.length > 0) entries.push([name, value]);
  }
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function splitTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
