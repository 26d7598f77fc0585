import { z } from 'zod';
import { fieldNameSchema } from '../../service/extraction-schema.ts';
import { fieldFilterSchema } from './field-filter.ts';
import { listFiltersSchema } from './list-filters.ts';

/** What a view keeps of the documents list, as it stands in the list's address. What is left out is as usual. */
export const viewStateSchema = z.object({
  q: z.string().max(200).optional(),
  tab: z.string().max(40).optional(),
  schema: z.string().max(200).optional(),
  assigned: z.string().max(100).optional(),
  where: z.array(fieldFilterSchema).max(20).optional(),
  columns: z.array(fieldNameSchema).max(12).optional(),
  sort: z.string().max(80).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...listFiltersSchema.omit({ assigned_to: true }).shape,
});
export type ViewState = z.infer<typeof viewStateSchema>;

/** POST /api/views, PUT /api/views/{id}. `is_shared` = everybody sees it; for reviewers and above. */
export const viewDraftSchema = z.object({
  name: z.string().trim().min(1).max(80),
  is_shared: z.boolean().default(false),
  state: viewStateSchema,
});
export type ViewDraft = z.infer<typeof viewDraftSchema>;

/** A saved view of the documents list. `may_change`: whoever asks may rename and remove it. */
export const savedViewSchema = viewDraftSchema.extend({
  id: z.uuid(),
  owner: z.object({ id: z.string(), name: z.string() }),
  may_change: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** GET /api/views: one's own and the shared ones, by name. */
export const listViewsSchema = z.object({ items: z.array(savedViewSchema) });
export type ListViews = z.infer<typeof listViewsSchema>;
