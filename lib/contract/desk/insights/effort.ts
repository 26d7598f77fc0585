import { z } from 'zod';

/** Longer than a person stays with one document without a pause; what says more is not believed. */
const MOST_SECONDS = 4 * 60 * 60;
const spentSchema = { seconds: z.number().min(0).max(MOST_SECONDS), keys: z.number().int().min(0).max(100_000) };

/**
 * What a review took, as the browser measured it: seconds in which the person was at work on the document, and keys pressed. `fields`: the
 * same while a field had the focus, by its name, or `rows.column` for a cell. One that is not well-formed is left out, and refuses no decision.
 */
export const effortSchema = z.object({
  ...spentSchema,
  fields: z
    .record(
      z
        .string()
        .max(300)
        .regex(/^[^\p{C}]+$/u),
      z.object(spentSchema),
    )
    .refine((fields) => Object.keys(fields).length <= 500, 'There are too many fields.')
    .default({}),
});
export type Effort = z.infer<typeof effortSchema>;
