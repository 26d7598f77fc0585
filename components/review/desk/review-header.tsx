'use client';

import { ArrowLeft, UserCheck, X } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { StateBadge } from '#components/shared/documents/document-state.tsx';
import { insightsAddress } from '#components/shared/documents/insights-place.ts';
import { kindWords } from '#components/shared/documents/kind-words.ts';
import { listAddress, useLastOpened } from '#components/shared/documents/list-place.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { ActionOutboxState } from '#lib/client/review/action-outbox-state.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { DOCUMENT_NAME_ID } from '../session/focus-near.ts';
import type { ProgressWords } from '../session/progress-words.ts';
import type { ReviewCommands } from '../session/review-commands.ts';
import { ExportButton, type HeaderMenuProps, MoreButton } from './header-buttons.tsx';

type ReviewHeaderProps = {
  detail: DeskDocumentDetail;
  saving: Pick<ActionOutboxState, 'status' | 'unsaved' | 'isKept' | 'problem'>;
  canEdit: boolean;
  mayReview: boolean;
  /** How far one is in the line, in words; null when there is nothing to say. */
  progress: ProgressWords | null;
  isApproving: boolean;
  /** Buttons before the others. */
  tools: ReactNode;
  commands: ReviewCommands;
};

function SaveState({ saving }: { saving: ReviewHeaderProps['saving'] }) {
  const words = !saving.isKept
    ? 'Not stored in this browser: stay on this page until it is saved'
    : saving.status === 'waiting'
      ? `Not connected: ${saving.unsaved} stored here, retrying …`
      : saving.status === 'saving'
        ? 'Saving …'
        : saving.status === 'refused' || saving.status === 'locked' || saving.status === 'merging'
          ? 'Not saved'
          : '';
  return (
    <span
      role="status"
      className={
        words !== '' && (saving.status !== 'saving' || !saving.isKept) ? 'shrink-0 text-warn text-xs' : 'shrink-0 text-ink-faint text-xs'
      }
    >
      {words}
    </span>
  );
}

const ExportMenu = lazyWithPrefetch<HeaderMenuProps>(async () => (await import('./export-menu.tsx')).ExportMenu, ExportButton);
const MoreMenu = lazyWithPrefetch<HeaderMenuProps>(async () => (await import('./more-menu.tsx')).MoreMenu, MoreButton);

/** Name and state of the document, and what can be done with all of it. */
export function ReviewHeader({ detail, saving, canEdit, mayReview, progress, isApproving, tools, commands }: ReviewHeaderProps) {
  const { document } = detail;
  useLastOpened(document.id);
  const kind = kindWords(document);
  const isFromInsights = useSearchParams()?.get('from') === 'insights';
  const menus = { detail, canEdit, mayReview, commands };
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3 stacked:flex-wrap stacked:gap-y-1.5 stacked:py-1.5">
      <LinkButton
        href={isFromInsights ? insightsAddress() : listAddress()}
        variant="quiet"
        size="small"
        icon={<ArrowLeft size={15} aria-hidden />}
      >
        {isFromInsights ? 'Insights' : 'Documents'}
      </LinkButton>
      <h1 id={DOCUMENT_NAME_ID} tabIndex={-1} className="min-w-24 truncate font-semibold text-base stacked:flex-1" title={document.name}>
        <bdi>{document.name}</bdi>
      </h1>
      <StateBadge state={document.state} isAutomatic={document.approved_automatically} />
      {document.first_approval ? (
        <Badge tone="info" icon={<UserCheck size={12} aria-hidden />}>
          Approved by {document.first_approval.name}, needs a second approval
        </Badge>
      ) : null}
      {detail.schema ? (
        <button
          type="button"
          title="Document kind and why it was chosen"
          onClick={commands.showKind}
          className="hidden min-w-0 shrink-[99] truncate rounded-sm text-ink-muted text-xs hover:text-ink hover:underline lg:inline"
        >
          {detail.schema.name} · version {detail.schema.version}
          {kind ? ` · ${kind}` : ''}
        </button>
      ) : null}
      {canEdit && progress ? (
        <span title={progress.meaning} className="shrink-0 whitespace-nowrap text-ink-muted text-xs tabular-nums max-md:hidden">
          {progress.words}
        </span>
      ) : null}
      <SaveState saving={saving} />
      <div className="ml-auto flex items-center gap-1.5 stacked:basis-full stacked:justify-end">
        {tools}
        <ExportMenu {...menus} />
        <MoreMenu {...menus} />
        {canEdit ? (
          <>
            <Button variant="secondary" icon={<X size={14} aria-hidden />} onPress={commands.reject}>
              Reject
            </Button>
            <Button id="approve" variant="primary" isPending={isApproving} onPress={({ pointerType }) => commands.approve(pointerType)}>
              Approve
            </Button>
          </>
        ) : null}
      </div>
    </header>
  );
}
