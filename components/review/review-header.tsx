'use client';

import {
  AlarmClock,
  ArrowLeft,
  Braces,
  Download,
  EllipsisVertical,
  FileDown,
  History,
  RotateCcw,
  Text,
  Trash2,
  Undo2,
  UserCheck,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { StateBadge } from '#components/documents/document-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#components/ui/menu.tsx';
import { contentUrl, documentExportUrl } from '#lib/client/document.ts';
import type { ReviewQueueState } from '#lib/client/review-queue-state.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';

export type ReviewCommands = {
  approve(): void;
  reject(): void;
  reopen(): void;
  extractAgain(): void;
  postpone(): void;
  remove(): void;
  toggleAudit(): void;
  showSummary(): void;
  showAnswer(): void;
};

type ReviewHeaderProps = {
  detail: DeskDocumentDetail;
  saving: Pick<ReviewQueueState, 'status' | 'unsaved' | 'isKept' | 'problem'>;
  canEdit: boolean;
  mayReview: boolean;
  /** How far one is in the line, in words; null when there is nothing to say. */
  progress: string | null;
  isApproving: boolean;
  /** Buttons before the others. */
  tools: ReactNode;
  commands: ReviewCommands;
};

function SaveState({ saving }: { saving: ReviewHeaderProps['saving'] }) {
  const words = !saving.isKept
    ? 'Not kept in this browser: stay until it is saved'
    : saving.status === 'waiting'
      ? `Not connected: ${saving.unsaved} kept here, trying again …`
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

function ExportMenu({ detail }: { detail: DeskDocumentDetail }) {
  const { id } = detail.document;
  const formats = [
    { format: 'json', label: 'JSON' },
    { format: 'csv', label: 'CSV' },
    { format: 'xlsx', label: 'Excel (XLSX)' },
  ] as const;
  return (
    <Menu
      label="Export"
      trigger={
        <Button icon={<Download size={14} aria-hidden />} isDisabled={!detail.fields}>
          Export
        </Button>
      }
    >
      <MenuSection title="Values after review">
        {formats.map(({ format, label }) => (
          <MenuItem key={format} label={label} href={documentExportUrl(id, format, 'approved')} download="" />
        ))}
      </MenuSection>
      <MenuSection title="Values as the machine read them">
        {formats.map(({ format, label }) => (
          <MenuItem key={format} label={`${label}, original`} href={documentExportUrl(id, format, 'original')} download="" />
        ))}
      </MenuSection>
    </Menu>
  );
}

/** Name and state of the document, and what can be done with all of it. */
export function ReviewHeader({ detail, saving, canEdit, mayReview, progress, isApproving, tools, commands }: ReviewHeaderProps) {
  const { document } = detail;
  const isDecided = document.state === 'approved' || document.state === 'rejected';
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3 max-md:flex-wrap max-md:gap-y-1.5 max-md:py-1.5">
      <LinkButton href="/documents" variant="quiet" size="small" icon={<ArrowLeft size={15} aria-hidden />}>
        Documents
      </LinkButton>
      <h1 className="min-w-0 truncate font-semibold text-base max-md:flex-1" title={document.name}>
        <bdi>{document.name}</bdi>
      </h1>
      <StateBadge state={document.state} />
      {document.first_approval ? (
        <Badge tone="info" icon={<UserCheck size={12} aria-hidden />}>
          Approved by {document.first_approval.name}, needs a second person
        </Badge>
      ) : null}
      {detail.schema ? (
        <span className="hidden truncate text-ink-muted text-xs lg:inline">
          {detail.schema.name} · version {detail.schema.version}
        </span>
      ) : null}
      {canEdit && progress ? (
        <span className="shrink-0 whitespace-nowrap text-ink-muted text-xs tabular-nums max-md:hidden">{progress}</span>
      ) : null}
      <SaveState saving={saving} />
      <div className="ml-auto flex items-center gap-1.5 max-md:basis-full max-md:justify-end">
        {tools}
        <ExportMenu detail={detail} />
        <Menu label="More" trigger={<IconButton label="More" variant="secondary" icon={<EllipsisVertical size={15} aria-hidden />} />}>
          <MenuItem icon={<History size={14} aria-hidden />} label="History" onAction={commands.toggleAudit} />
          <MenuItem icon={<Text size={14} aria-hidden />} label="Summary" onAction={commands.showSummary} />
          {detail.fields ? (
            <MenuItem icon={<Braces size={14} aria-hidden />} label="Answer of the service" onAction={commands.showAnswer} />
          ) : null}
          <MenuItem icon={<FileDown size={14} aria-hidden />} label="Original file" href={contentUrl(document.id)} download="" />
          {canEdit ? <MenuItem icon={<AlarmClock size={14} aria-hidden />} label="Postpone …" onAction={commands.postpone} /> : null}
          {mayReview && detail.fields && !isDecided ? (
            <MenuItem icon={<RotateCcw size={14} aria-hidden />} label="Extract again …" onAction={commands.extractAgain} />
          ) : null}
          {mayReview ? (
            <>
              <MenuSeparator />
              <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Delete …" isDanger onAction={commands.remove} />
            </>
          ) : null}
        </Menu>
        {isDecided && mayReview ? (
          <Button icon={<Undo2 size={14} aria-hidden />} onPress={commands.reopen}>
            Reopen
          </Button>
        ) : null}
        {canEdit ? (
          <>
            <Button variant="secondary" icon={<X size={14} aria-hidden />} onPress={commands.reject}>
              Reject
            </Button>
            <Button id="approve" variant="primary" isPending={isApproving} onPress={commands.approve}>
              Approve
            </Button>
          </>
        ) : null}
      </div>
    </header>
  );
}
