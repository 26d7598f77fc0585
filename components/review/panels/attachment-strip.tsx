'use client';

import { useQuery } from '@tanstack/react-query';
import { Mail, Paperclip } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { StateBadge } from '#components/shared/documents/document-state.tsx';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { classNames } from '#components/ui/class-names.ts';
import { documentQuery } from '#lib/client/documents/document.ts';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import type { DeskDocument, DeskDocumentDetail, DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';

/** One of a family: a document, or a file inside the parent that none was made of. */
type Member = { key: string; name: string; id: string | null; state?: DeskDocumentState; size: number; depth: 0 | 1 | 2 };

/** One on in the family, or one back. */
type Step = 1 | -1;

/** The family of a document: what it was attached to, what else was, and what is attached to it; each leads there. */
export function AttachmentStrip({ detail }: { detail: DeskDocumentDetail }) {
  const { document } = detail;
  if (!document.parent && detail.attachments.length === 0) return null;
  return <Family detail={detail} />;
}

function Family({ detail: { document, attachments } }: { detail: DeskDocumentDetail }) {
  const router = useRouter();
  const parentId = document.parent?.id ?? '';
  const parent = useQuery({ ...documentQuery(parentId), enabled: parentId !== '' });
  const { attached: siblings, isLoading } = useAttached(parentId);
  const { attached: children } = useAttached(attachments.some((each) => each.document_id !== null) ? document.id : '');
  const own = attachments.map(({ name, size, document_id: id }, index): Member => {
    const state = children.find((child) => child.id === id)?.state;
    return { key: `own ${index}`, name, id, size, depth: 1, ...(state ? { state } : {}) };
  });
  const self: Member = { key: document.id, name: document.name, id: document.id, state: document.state, size: document.size, depth: 0 };
  const members = document.parent ? aroundParent(document, parent.data?.document, siblings, self, own) : [self, ...own];
  const ways = members.flatMap(({ id }) => (id === null ? [] : [id]));
  const place = ways.indexOf(document.id);
  // A key pressed before the siblings are known takes effect once they are.
  const [pressed, setPressed] = useState<{ from: string; step: Step } | null>(null);
  const aim = pressed?.from === document.id ? ways[place + pressed.step] : undefined;
  useEffect(() => {
    if (pressed === null || isLoading) return;
    setPressed(null);
    if (aim) router.push(`/documents/${aim}`);
  }, [pressed, isLoading, aim, router]);
  const go = (step: Step) => {
    if (!isLoading && !ways[place + step]) return false;
    setPressed({ from: document.id, step });
  };
  useShortcuts('Attachments', [
    { id: 'family.next', keys: ['Alt+a'], label: 'Next attachment', whileTyping: true, run: () => go(1) },
    { id: 'family.before', keys: ['Alt+Shift+a'], label: 'Previous attachment', whileTyping: true, run: () => go(-1) },
  ]);
  return (
    <nav aria-label="Attachments" className="flex h-9 shrink-0 items-center gap-3 border-b bg-surface px-4 text-xs">
      <span className="flex shrink-0 items-center gap-1.5 text-ink-muted">
        <Paperclip size={13} aria-hidden className="text-ink-faint" />
        {document.parent ? 'Attached to' : `Attachments (${attachments.length})`}
      </span>
      <ul className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto whitespace-nowrap">
        {members
          .filter((member) => document.parent !== null || member !== self)
          .map((member) => (
            <li key={member.key} className="shrink-0">
              <MemberLink member={member} isCurrent={member.id === document.id} />
            </li>
          ))}
      </ul>
      <span className="shrink-0 text-2xs text-ink-faint max-xl:hidden">Alt + A next, Alt + Shift + A previous</span>
    </nav>
  );
}

/** The parent, then what is attached to it; the present document's own attachments right after it. */
function aroundParent(
  document: DeskDocument,
  parent: DeskDocument | undefined,
  siblings: DeskDocument[],
  self: Member,
  own: Member[],
): Member[] {
  const { id, name } = document.parent!;
  const head: Member = { key: id, id, name, size: 0, depth: 0, ...(parent ? { state: parent.state } : {}) };
  const mine: Member[] = [{ ...self, depth: 1 }, ...own.map((member): Member => ({ ...member, depth: 2 }))];
  const others = siblings.map((sibling): Member => ({ ...sibling, key: sibling.id, depth: 1 }));
  const place = others.findIndex((other) => other.id === document.id);
  return place < 0 ? [head, ...mine, ...others] : [head, ...others.toSpliced(place, 1, ...mine)];
}

/** Documents attached to one, in the order of their arrival; none while they are loading. */
function useAttached(parentId: string): { attached: DeskDocument[]; isLoading: boolean } {
  const query = { parent_id: parentId, sort: 'created_at', order: 'asc', page_size: 200 } as const;
  const attached = useQuery({ ...documentsQuery(query), enabled: parentId !== '', placeholderData: undefined });
  return { attached: parentId === '' ? [] : (attached.data?.items ?? []), isLoading: attached.isLoading };
}

function MemberLink({ member: { id, name, state, size, depth }, isCurrent }: { member: Member; isCurrent: boolean }) {
  const words = (
    <>
      {depth === 0 ? <Mail size={12} aria-hidden className="shrink-0 text-ink-faint" /> : null}
      {depth === 2 ? <Paperclip size={11} aria-hidden className="shrink-0 text-ink-faint" /> : null}
      <span className={classNames('max-w-48 truncate', id !== null && 'font-medium')} title={name}>
        <bdi>{name}</bdi>
      </span>
      {state ? <StateBadge state={state} /> : size > 0 ? <span className="text-ink-faint">{formatBytes(size)}</span> : null}
    </>
  );
  const box = 'flex h-7 items-center gap-1.5 rounded-md px-1.5';
  if (id === null) return <span className={classNames(box, 'text-ink-muted')}>{words}</span>;
  return (
    <Link
      href={`/documents/${id}`}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(box, isCurrent ? 'bg-selected' : 'hover:bg-hover')}
    >
      {words}
    </Link>
  );
}
