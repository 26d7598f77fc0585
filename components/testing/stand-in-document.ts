import { z } from 'zod';
import { newId } from '#lib/client/http/new-id.ts';
import {
  type DeskDocumentDetail,
  deskDocumentDetailSchema,
  deskDocumentSchema,
  saveActionsSchema,
} from '#lib/contract/desk/desk-document.ts';
import type { Action, ActionDraft } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { outlineEntrySchema, type Page, pageSchema } from '#lib/contract/service/reading.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { drawPage } from './draw-page.ts';
import { type ApiRequest, json, onRequest, text } from './network.ts';

/** The person at the screen. */
export const PERSON = { id: 'person-1', name: 'Ada Reviewer' };
const AT = '2026-01-05T10:00:00.000Z';

type Content = { schema: Schema; result: ExtractionResult; pages: readonly Page[] };

/** A row of the documents list as the desk gives it, with what a test says of it. */
export function documentWith(change: Partial<DeskDocumentDetail['document']>): DeskDocumentDetail['document'] {
  return deskDocumentSchema.parse({
    id: newId(),
    name: 'invoice.pdf',
    folder: '',
    state: 'to_review',
    service_status: null,
    failure: null,
    media_type: 'application/pdf',
    size: 4096,
    sha256: '0'.repeat(64),
    page_count: 1,
    pages_read: 1,
    schema_id: null,
    schema_name: null,
    schema_version: null,
    open_flags: 0,
    lowest_confidence: null,
    duplicate_of: null,
    parent: null,
    created_at: AT,
    created_by: PERSON,
    updated_at: AT,
    lock: null,
    assigned_to: null,
    postponed: null,
    open_comments: 0,
    comments_revision: 0,
    priority: null,
    due_at: null,
    review_since: AT,
    escalated_at: null,
    approved_automatically: false,
    first_approval: null,
    change: 1,
    revision: 0,
    ...change,
  });
}

/**
 * A document at the desk: keeps what is saved as the desk does (one revision an action, an id counts once), merges it into the
 * extracted values by the same code, and gives the document's pages and their pictures.
 */
export function createStandInDocument({ schema, result, pages }: Content) {
  // Another one for each test: the browser keeps the pictures of a document.
  const id = newId();
  const actions: Action[] = [];
  const detail = (): DeskDocumentDetail => {
    const fields = mergeActions({ schema, result, actions });
    const flags = findFlags({ schema, fields, completeness: result.completeness });
    const counts = { page_count: pages.length, pages_read: pages.length, open_flags: flags.length };
    const of = { schema_id: schema.id, schema_name: schema.name, schema_version: schema.version };
    return {
      document: documentWith({ id, ...counts, ...of, revision: actions.length, change: actions.length + 1 }),
      schema,
      fields,
      flags,
      completeness: result.completeness,
      engine: result.engine,
      approval: null,
      rejection: null,
      attachments: [],
      unfitting: {},
    };
  };
  const path = `/api/documents/${id}`;
  const save = (request: ApiRequest) => {
    for (const { id: key, draft } of request.json(saveActionsSchema).actions) {
      if (actions.some((action) => action.id === key)) continue;
      actions.push({ id: key, sequence: actions.length + 1, actor: PERSON, at: AT, draft });
    }
    return json(deskDocumentDetailSchema, detail());
  };
  onRequest(`POST ${path}/actions`, save);
  onRequest(`GET ${path}/pages`, ({ query }) => {
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    const run = pages.filter(({ number }) => number >= from && number <= to);
    return json(z.object({ pages: z.array(pageSchema), page_count: z.number() }), { pages: run, page_count: pages.length });
  });
  onRequest(`GET ${path}/outline`, () => json(z.object({ entries: z.array(outlineEntrySchema) }), { entries: [] }));
  onRequest(`GET ${path}/pages/:number/image`, ({ parameters }) => text(drawPage(pages[Number(parameters.number) - 1]), 'image/svg+xml'));
  return {
    /** Where its requests go. */
    path,
    /** The document as the desk has it now. */
    detail,
    /** Answers a request that saves actions. */
    save,
    /** What the desk was told to do, in order. */
    drafts: (): ActionDraft[] => actions.map(({ draft }) => draft),
    /** The value at a pointer, as the desk has it now. */
    valueOf: (pointer: string) => valueAt(detail().fields ?? {}, pointer)?.value,
  };
}
