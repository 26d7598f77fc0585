import type { ComparedDocument, PreviewChange, PreviewCounts, UncomparedField } from '#lib/contract/desk/schemas/schema-preview.ts';

/** A change with the document it is in. */
export type DocumentChange = PreviewChange & { documentId: string };
/** A field over all documents; its losses first, then its gains, then what is new. */
export type FieldComparison = PreviewCounts & { changes: DocumentChange[] };

export type Comparison = {
  fields: FieldComparison[];
  total: Pick<PreviewCounts, 'values' | 'right_before' | 'right_after' | 'gains' | 'losses'>;
  /** Approved values that the draft has no field for, or one of another type. */
  uncompared: UncomparedField[];
  flagsBefore: number;
  flagsAfter: number;
  /** Changes that are not listed. */
  left: number;
};

const ORDER: readonly PreviewChange['kind'][] = ['loss', 'gain', 'new'];
const COUNTS = ['values', 'right_before', 'right_after', 'gains', 'losses'] as const;

/** Sums what a draft changes over documents; fields with losses first, then those with gains, then new ones, else in the order of the draft. */
export function sumComparisons(compared: readonly ComparedDocument[]): Comparison {
  const fields = new Map<string, FieldComparison>();
  for (const { document_id: documentId, fields: counts, changes } of compared) {
    for (const count of counts) {
      const known = fields.get(count.field) ?? { ...count, ...NOTHING, found: 0, changes: [] };
      for (const name of [...COUNTS, 'found'] as const) known[name] += count[name];
      known.changes.push(...changes.filter(({ field }) => field === count.field).map((change) => ({ ...change, documentId })));
      fields.set(count.field, known);
    }
  }
  const uncompared = new Map<string, UncomparedField>();
  for (const one of compared.flatMap((document) => document.uncompared)) {
    const known = uncompared.get(one.field);
    uncompared.set(one.field, { ...one, values: one.values + (known?.values ?? 0) });
  }
  const total = { ...NOTHING };
  for (const field of fields.values()) {
    field.changes.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
    for (const name of COUNTS) total[name] += field[name];
  }
  return {
    fields: [...fields.values()].sort((one, other) => rankOf(one) - rankOf(other)),
    total,
    uncompared: [...uncompared.values()],
    flagsBefore: compared.reduce((sum, { flags_before }) => sum + flags_before, 0),
    flagsAfter: compared.reduce((sum, { flags_after }) => sum + flags_after, 0),
    left: compared.reduce((sum, { left }) => sum + left, 0),
  };
}

const NOTHING = { values: 0, right_before: 0, right_after: 0, gains: 0, losses: 0 };

function rankOf({ losses, gains, changes }: FieldComparison): number {
  if (losses > 0) return 0;
  if (gains > 0) return 1;
  return changes.length > 0 ? 2 : 3;
}
