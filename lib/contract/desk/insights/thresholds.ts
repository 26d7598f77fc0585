import { z } from 'zod';

/** A value with a lower confidence is shown to a person, where nobody said otherwise. */
export const DEFAULT_THRESHOLD = 0.85;

const thresholdSchema = z.number().min(0).max(1);

/**
 * Confidences below which values of a schema are flagged. `all`: of every field that has none of its own; null = the default. `fields`: by
 * the field's name, or `rows.column` for a column.
 */
export const thresholdsSchema = z.object({
  all: thresholdSchema.nullable(),
  fields: z
    .record(z.string().max(300), thresholdSchema)
    .refine((fields) => Object.keys(fields).length <= 1000, 'There are too many fields.')
    .default({}),
});
export type Thresholds = z.infer<typeof thresholdsSchema>;

/** The threshold of a field. @param name `rows.column` for a column */
export function thresholdOf(thresholds: Thresholds | null | undefined, name: string): number {
  const own = thresholds && Object.hasOwn(thresholds.fields, name) ? thresholds.fields[name] : undefined;
  return own ?? thresholds?.all ?? DEFAULT_THRESHOLD;
}
