import { z } from 'zod';

/** A sample document of the drawer. */
export const sampleSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  media_type: z.string(),
  size: z.number().int(),
  language: z.string(),
  /** Name of the starter schema that fits. */
  schema_name: z.string(),
});
export type Sample = z.infer<typeof sampleSchema>;

/** POST /api/samples/{name}. `deployment_id`: where it goes; absent = where new documents go. */
export const addSampleQuerySchema = z.object({ deployment_id: z.string().optional() });
