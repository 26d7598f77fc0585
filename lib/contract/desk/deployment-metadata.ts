import { z } from 'zod';

/** Where the value of an entry comes from. `text` and `tags` (commas between them) are typed by an admin; the rest are facts about the document. */
export const METADATA_SOURCES = [
  'document_name',
  'folder',
  'document_id',
  'schema_name',
  'schema_id',
  'submitter_name',
  'text',
  'tags',
] as const;
export type MetadataSource = (typeof METADATA_SOURCES)[number];

/** One name of the metadata and what is sent under it. */
export const metadataEntrySchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  source: z.enum(METADATA_SOURCES),
  /** For `text` and `tags`. */
  text: z.string().trim().max(500).default(''),
});
export type MetadataEntry = z.infer<typeof metadataEntrySchema>;

/** What goes with every document to a deployment, in this order. */
export const metadataTemplateSchema = z
  .array(metadataEntrySchema)
  .max(30)
  .superRefine((entries, context) => {
    for (const [at, { name }] of entries.entries()) {
      if (entries.findIndex((entry) => entry.name === name) === at) continue;
      context.addIssue({ code: 'custom', path: [at, 'name'], message: 'This name is used already.' });
    }
  });
export type MetadataTemplate = z.infer<typeof metadataTemplateSchema>;

/** What is sent with a document, by name. */
export const filledMetadataSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type FilledMetadata = z.infer<typeof filledMetadataSchema>;
