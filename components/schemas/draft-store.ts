import { z } from 'zod';
import { type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { type EditorDraft, plainDraft } from './schema-draft.ts';

const keyOf = (schemaId: string | null) => `countersign.schema-draft.${schemaId ?? 'new'}`;

/** What was not saved yet may have no name yet. */
const keptSchema = schemaDraftSchema.extend({ name: z.string().trim().max(120) });

/** Keeps unsaved changes in this tab, so that leaving the screen by whatever way does not lose them; null forgets them. */
export function keepDraft(schemaId: string | null, draft: EditorDraft | null): void {
  if (draft) sessionStorage.setItem(keyOf(schemaId), JSON.stringify(plainDraft(draft)));
  else sessionStorage.removeItem(keyOf(schemaId));
}

/** The unsaved changes kept in this tab, as far as they have a form that can be edited. */
export function findKeptDraft(schemaId: string | null): SchemaDraft | null {
  const text = sessionStorage.getItem(keyOf(schemaId));
  if (!text) return null;
  try {
    const parsed = keptSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
