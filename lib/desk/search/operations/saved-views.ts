import { asc, eq, or } from 'drizzle-orm';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { ListViews, SavedView, ViewDraft } from '#lib/contract/desk/search/saved-view.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Desk } from '../../context/desk.ts';
import { savedViews } from '../tables.ts';

type ViewRow = typeof savedViews.$inferSelect;
/** Who asks. */
export type Viewer = Pick<User, 'id' | 'name' | 'role'>;

/** More would make a menu that nobody reads. */
const MOST_OWN = 100;

function notFound(): ProblemError {
  return new ProblemError('not_found', 'This view does not exist; someone may have removed it.');
}

/** A person's own views and the shared ones, by name. */
export async function listViews(desk: Desk, viewer: Viewer): Promise<ListViews> {
  const rows = await desk.database
    .select()
    .from(savedViews)
    .where(or(eq(savedViews.ownerId, viewer.id), eq(savedViews.isShared, true)))
    .orderBy(asc(savedViews.name), asc(savedViews.id));
  return { items: rows.map((row) => toView(row, viewer)) };
}

/**
 * Saves a view of the list, or with `id` changes one.
 * @throws ProblemError `not_found`; `forbidden` (somebody else's, or a viewer who shares); `conflict` (a name in use, too many)
 */
export async function saveView(desk: Desk, viewer: Viewer, draft: ViewDraft, id?: string): Promise<SavedView> {
  return desk.database.transaction(async (transaction) => {
    const before = id === undefined ? null : await getViewRow(transaction, viewer, id);
    if (before) refuseOthers(before, viewer);
    if (draft.is_shared && !hasRole(viewer.role, 'reviewer')) {
      throw new ProblemError('forbidden', 'Reviewers share views. Save it as your own.');
    }
    const owner = before ? { id: before.ownerId, name: before.ownerName } : viewer;
    await refuseName(transaction, draft, owner.id, id);
    const at = now();
    const columns = { name: draft.name, isShared: draft.is_shared, draft, updatedAt: at };
    const [row] = before
      ? await transaction.update(savedViews).set(columns).where(eq(savedViews.id, before.id)).returning()
      : await transaction
          .insert(savedViews)
          .values({ ...columns, id: newId(), ownerId: owner.id, ownerName: owner.name, createdAt: at })
          .returning();
    const isPublic = draft.is_shared || before?.isShared;
    if (isPublic) {
      const detail = { view_name: draft.name, view_id: row!.id };
      const old = before?.isShared ? { oldValue: before.draft } : {};
      await appendAudit(transaction, [{ actor: actorOf(viewer), event: 'view.saved', newValue: draft, ...old, detail }]);
    }
    return toView(row!, viewer);
  });
}

/** Removes a view; documents stay. @throws ProblemError `not_found`; `forbidden` (somebody else's) */
export async function removeView(desk: Desk, viewer: Viewer, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const row = await getViewRow(transaction, viewer, id);
    refuseOthers(row, viewer);
    await transaction.delete(savedViews).where(eq(savedViews.id, row.id));
    if (!row.isShared) return;
    const detail = { view_name: row.name, view_id: row.id };
    await appendAudit(transaction, [{ actor: actorOf(viewer), event: 'view.removed', oldValue: row.draft, detail }]);
  });
}

const actorOf = ({ id, name }: Viewer) => ({ id, name });

/** A view that the person sees; what is somebody else's alone is not there. */
async function getViewRow(executor: Executor, viewer: Viewer, id: string): Promise<ViewRow> {
  const [row] = isUuid(id) ? await executor.select().from(savedViews).where(eq(savedViews.id, id)).for('update') : [];
  if (!row || !(row.isShared || row.ownerId === viewer.id)) throw notFound();
  return row;
}

function mayChange(row: ViewRow, viewer: Viewer): boolean {
  return row.ownerId === viewer.id || hasRole(viewer.role, 'admin');
}

function refuseOthers(row: ViewRow, viewer: Viewer): void {
  if (mayChange(row, viewer)) return;
  throw new ProblemError('forbidden', `${row.ownerName} owns this view. Save it under another name, or ask an administrator.`);
}

async function refuseName(transaction: Transaction, draft: ViewDraft, ownerId: string, id: string | undefined): Promise<void> {
  const others = (
    await transaction
      .select({ id: savedViews.id, name: savedViews.name, ownerId: savedViews.ownerId, isShared: savedViews.isShared })
      .from(savedViews)
      .where(or(eq(savedViews.ownerId, ownerId), eq(savedViews.isShared, true)))
  ).filter((row) => row.id !== id);
  const rivals = others.filter((row) => row.ownerId === ownerId || (draft.is_shared && row.isShared));
  if (rivals.some((row) => row.name.toLowerCase() === draft.name.toLowerCase())) {
    throw new ProblemError('conflict', `A view called “${draft.name}” already exists. Choose another name.`, {
      errors: [{ pointer: '/name', message: 'This name is in use.' }],
    });
  }
  if (id === undefined && others.filter((row) => row.ownerId === ownerId).length >= MOST_OWN) {
    throw new ProblemError('conflict', `You have ${MOST_OWN} views already. Remove one first.`);
  }
}

function toView(row: ViewRow, viewer: Viewer): SavedView {
  const { id, name, isShared, draft, ownerId, ownerName } = row;
  return { id, name, is_shared: isShared, state: draft.state, owner: { id: ownerId, name: ownerName }, may_change: mayChange(row, viewer) };
}
