'use client';

import { AlarmClock, Braces, FileDown, History, RotateCcw, ScanSearch, Scissors, Text, Trash2 } from 'lucide-react';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx';
import { contentUrl } from '#lib/client/document.ts';
import { type HeaderMenuProps, MoreButton } from './header-buttons.tsx';
import { maySplit } from './may-split.ts';
import { useDocumentCommands } from './use-document-commands.ts';

/** What else can be done with the document. */
export function MoreMenu({ isWanted, ...menus }: HeaderMenuProps & { isWanted?: boolean }) {
  const { detail, canEdit, mayReview, commands } = menus;
  useDocumentCommands(menus);
  const { document } = detail;
  const isDecided = document.state === 'approved' || document.state === 'rejected';
  return (
    <Menu label="More" isWanted={isWanted} trigger={<MoreButton />}>
      <MenuItem icon={<History size={14} aria-hidden />} label="History" onAction={commands.toggleAudit} />
      <MenuItem icon={<Text size={14} aria-hidden />} label="Summary" onAction={commands.showSummary} />
      {document.schema_id ? <MenuItem icon={<ScanSearch size={14} aria-hidden />} label="Kind …" onAction={commands.showKind} /> : null}
      {detail.fields ? (
        <MenuItem icon={<Braces size={14} aria-hidden />} label="Answer of the service" onAction={commands.showAnswer} />
      ) : null}
      <MenuItem icon={<FileDown size={14} aria-hidden />} label="Original file" href={contentUrl(document.id)} download="" />
      {canEdit ? <MenuItem icon={<AlarmClock size={14} aria-hidden />} label="Postpone …" onAction={commands.postpone} /> : null}
      {mayReview && detail.fields && !isDecided ? (
        <MenuItem icon={<RotateCcw size={14} aria-hidden />} label="Extract again …" onAction={commands.extractAgain} />
      ) : null}
      {maySplit(document) ? (
        <MenuItem
          icon={<Scissors size={14} aria-hidden />}
          label={document.state === 'split' ? 'What it was split into' : 'Split …'}
          href={`/documents/${document.id}/split`}
        />
      ) : null}
      {mayReview ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Delete …" isDanger onAction={commands.remove} />
        </>
      ) : null}
    </Menu>
  );
}
