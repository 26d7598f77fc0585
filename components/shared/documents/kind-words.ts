import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import { formatConfidence } from '../format.ts';

/** How a document came by its schema, in a word or two; null when nobody asked the engine. */
export function kindWords({ kind, schema_id: schemaId }: Pick<DeskDocument, 'kind' | 'schema_id'>): string | null {
  if (!kind?.by || !schemaId) return null;
  if (kind.by === 'person') return kind.person ? `chosen by ${kind.person.name}` : 'chosen by a person';
  const confidence = confidenceOf(kind, schemaId);
  return confidence === null ? 'detected' : `detected, ${formatConfidence(confidence)}`;
}

/** What the engine gave a schema; null when it was not among the likeliest. */
function confidenceOf(kind: DocumentKind, schemaId: string): number | null {
  return kind.choices.find((choice) => choice.schema_id === schemaId)?.confidence ?? null;
}
