import { z } from 'zod';

/** What a field holds. Values: see `valueSchema` in extraction.ts. */
export const fieldTypeSchema = z.enum(['string', 'date', 'money', 'number', 'integer', 'percentage', 'boolean', 'enum', 'list', 'rows']);
export type FieldType = z.infer<typeof fieldTypeSchema>;

export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Use letters, digits and underscores, starting with a letter.');

/** Well-known shapes of a string that can be checked and recognised. */
export const fieldFormatSchema = z.enum([
  'iban',
  'bic',
  'vat_id',
  'email',
  'phone',
  'url',
  'address',
  'person',
  'organisation',
  'identifier',
  'currency',
  'time',
]);

const fieldBase = {
  name: fieldNameSchema,
  label: z.string().max(200).default(''),
  description: z.string().max(2000).default(''),
  required: z.boolean().default(false),
  enum: z.array(z.string().min(1).max(200)).max(500).optional(),
  format: fieldFormatSchema.optional(),
  minimum: z.union([z.number(), z.string()]).optional(),
  maximum: z.union([z.number(), z.string()]).optional(),
  pattern: z.string().max(500).optional(),
};

/** A column of a `rows` field: any type but rows. */
export const rowFieldSchema = z.object({ ...fieldBase, type: fieldTypeSchema.exclude(['rows']) });
export type RowField = z.infer<typeof rowFieldSchema>;

export const fieldSchema = z
  .object({ ...fieldBase, type: fieldTypeSchema, fields: z.array(rowFieldSchema).max(100).optional() })
  .superRefine((field, context) => {
    if (field.type === 'rows' && !field.fields?.length)
      context.addIssue({ code: 'custom', path: ['fields'], message: 'A field of type rows needs at least one column.' });
    if (field.type !== 'rows' && field.fields)
      context.addIssue({ code: 'custom', path: ['fields'], message: 'Only a field of type rows has columns.' });
    if (field.type === 'enum' && !field.enum?.length)
      context.addIssue({ code: 'custom', path: ['enum'], message: 'A field of type enum needs its options.' });
  });
export type Field = z.infer<typeof fieldSchema>;

/** A rule over fields, e.g. `grand_total = net_total + tax_total` or `net_total = sum(line_items.line_total)`. */
export const ruleSchema = z.object({ formula: z.string().min(1).max(500), message: z.string().max(300).default('') });
export type Rule = z.infer<typeof ruleSchema>;

const unique = (fields: { name: string }[]) => new Set(fields.map((field) => field.name)).size === fields.length;

/** The part of a schema that its owner types. */
export const schemaDraftSchema = z.object({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).default(''),
  fields: z.array(fieldSchema).min(1).max(500).refine(unique, 'Two fields have the same name.'),
  rules: z.array(ruleSchema).max(100).default([]),
});
export type SchemaDraft = z.infer<typeof schemaDraftSchema>;

/** A saved schema. Each save makes a new `version`; jobs record which they used. */
export const schemaSchema = schemaDraftSchema.extend({
  type: z.literal('schema'),
  id: z.string(),
  version: z.number().int().positive(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Schema = z.infer<typeof schemaSchema>;
