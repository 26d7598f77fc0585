import type { QueryClient } from '@tanstack/react-query';
import type { DeskDocument, DeskDocumentDetail, DocumentChanges, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { documentKeys } from '../documents.ts';

/** A list with the changed rows put in, and whether it should be asked for again: rows may have come, gone or moved. */
export function patchList(
  list: ListDocuments,
  changed: ReadonlyMap<string, DeskDocument>,
  removed: ReadonlySet<string>,
): { list: ListDocuments; moved: boolean } {
  const counts = { ...list.counts };
  const count = (state: string, more: 1 | -1) => {
    const before = counts[state] === undefined ? 0 : counts[state];
    if (before !== null) counts[state] = Math.max(0, before + more);
  };
  const known = new Set<string>();
  let moved = false;
  let touched = false;
  const patch = (row: DeskDocument): DeskDocument => {
    known.add(row.id);
    if (removed.has(row.id)) moved = true;
    const next = changed.get(row.id);
    if (!next || next.change <= row.change) return row;
    touched = true;
    // its values are told only with the list
    if (list.values) moved = true;
    if (next.state !== row.state) {
      moved = true;
      count(row.state, -1);
      count(next.state, 1);
    }
    return next;
  };
  const items = list.items.map(patch);
  const attached = list.attached?.map(patch);
  for (const document of changed.values()) if (!known.has(document.id) && document.change > list.change) moved = true;
  return { list: touched ? { ...list, items, ...(attached ? { attached } : {}), counts } : list, moved };
}

/**
 * Puts the delta request's answer into every cached list and detail.
 * Returns true when a list has to be asked again because rows may have come, gone or moved.
 */
export function applyDocumentChanges(client: QueryClient, changes: DocumentChanges): boolean {
  const changed = new Map(changes.documents.map((document) => [document.id, document]));
  const removed = new Set(changes.removed);
  if (changed.size === 0 && removed.size === 0) return false;
  let moved = false;
  for (const [key, list] of client.getQueriesData<ListDocuments>({ queryKey: documentKeys.lists })) {
    if (!list) continue;
    const patched = patchList(list, changed, removed);
    moved ||= patched.moved;
    if (patched.list !== list) client.setQueryData(key, patched.list, { updatedAt: client.getQueryState(key)?.dataUpdatedAt });
  }
  for (const document of changed.values()) applyToDetail(client, document);
  for (const id of removed) client.removeQueries({ queryKey: documentKeys.one(id), type: 'inactive' });
  return moved;
}

/** The open document: its row at once; fields are asked again when the engine or someone else changed them. */
function applyToDetail(client: QueryClient, document: DeskDocument): void {
  const key = documentKeys.detail(document.id);
  const detail = client.getQueryData<DeskDocumentDetail>(key);
  if (!detail || document.change <= detail.document.change) return;
  const before = detail.document;
  const writing = client.isMutating({ mutationKey: documentKeys.write(document.id) }) > 0;
  // While an own write is under way its answer brings the newer revision; taking it early would look like a conflict.
  if (writing && document.revision > before.revision) return;
  const stale = document.state !== before.state || document.revision > before.revision || document.schema_version !== before.schema_version;
  if (document.revision === before.revision) client.setQueryData(key, { ...detail, document });
  if (stale) void client.invalidateQueries({ queryKey: key });
}
