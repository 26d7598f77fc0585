import { z } from 'zod';
import { evidenceSchema } from './extraction.ts';

/** A schema that a document may be of, as far as the engine can say. */
const kindChoiceSchema = z.object({ schema_id: z.string(), schema_name: z.string(), confidence: z.number().min(0).max(1) });
export type KindChoice = z.infer<typeof kindChoiceSchema>;

/** What the list knows of how a document's kind was found. */
export const documentKindSchema = z.object({
  /** Who said which schema it is: null while nobody has. */
  by: z.enum(['machine', 'person']).nullable(),
  /** The person, when it was one. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The likeliest schemas, best first; empty when the engine could not look. */
  choices: z.array(kindChoiceSchema).max(5),
  /** Why the engine did not choose, in plain words; null when it was sure. */
  reason: z.string().nullable(),
});
export type DocumentKind = z.infer<typeof documentKindSchema>;

/** GET /api/documents/{id}/classification: what the engine made of the document's kind. */
export const deskClassificationSchema = z.object({
  state: z.enum(['running', 'settled']),
  /** All schemas it was compared with, the likeliest first, with the words that speak for each. */
  ranking: z.array(kindChoiceSchema.extend({ evidence: z.array(evidenceSchema) })),
  /** Probability that it is none of them; null when there is no answer. */
  none: z.number().min(0).max(1).nullable(),
  /** Approved documents it was compared with. */
  examples: z.number().int(),
  /** From this confidence on the engine chooses by itself. */
  sure_from: z.number(),
  engine: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
});
export type DeskClassification = z.infer<typeof deskClassificationSchema>;

/** One field that people worked on, as it stands under the present schema. */
const workedFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** The value, or how many rows. */
  value: z.string(),
});
export type WorkedField = z.infer<typeof workedFieldSchema>;

/** GET /api/documents/{id}/schema-change?schema_id=: what choosing that schema does to what people did. */
export const schemaChangeSchema = z.object({
  schema_id: z.string(),
  schema_name: z.string(),
  kept: z.array(workedFieldSchema),
  /** Set aside: they come back with the schema that has them. */
  left: z.array(workedFieldSchema.extend({ why: z.enum(['no_such_field', 'other_type']) })),
  /** Set aside by an earlier change; they come back now. */
  restored: z.array(workedFieldSchema.pick({ name: true, label: true })),
});
export type SchemaChange = z.infer<typeof schemaChangeSchema>;
