import { z } from 'zod';

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
