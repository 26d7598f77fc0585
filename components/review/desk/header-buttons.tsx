'use client';

import { Download, EllipsisVertical, UserRound } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ReviewCommands } from '../session/review-commands.ts';

export type HeaderMenuProps = { detail: DeskDocumentDetail; canEdit: boolean; mayReview: boolean; commands: ReviewCommands };

/** Told of a press while the button's menu is not here yet. */
type Wanting = { onWant?: () => void };
const pressed = (onWant: Wanting['onWant']) => (onWant ? { onPress: onWant } : {});

/** The button of the menu of exports. */
export function ExportButton({ detail, onWant }: { detail: DeskDocumentDetail } & Wanting) {
  return (
    <Button icon={<Download size={14} aria-hidden />} isDisabled={!detail.fields} {...pressed(onWant)}>
      Export
    </Button>
  );
}

/** The button of the menu of everything else. */
export function MoreButton({ onWant }: Wanting) {
  return <IconButton label="More" variant="secondary" icon={<EllipsisVertical size={15} aria-hidden />} {...pressed(onWant)} />;
}

export type AssignmentProps = { document: DeskDocument; personId: string; mayAssign: boolean };

/** The button that says whose work the document is. */
export function AssignmentButton({
  document,
  personId,
  mayAssign,
  isPending = false,
  onWant,
}: AssignmentProps & Wanting & { isPending?: boolean }) {
  const { assigned_to: assigned } = document;
  if (!mayAssign) return assigned ? <span className="whitespace-nowrap text-ink-muted text-xs">Assigned to {assigned.name}</span> : null;
  return (
    <Button
      aria-label={assigned ? `Assigned to ${assigned.name}. Assign to someone else` : 'Assign'}
      icon={<UserRound size={14} aria-hidden />}
      isPending={isPending}
      className="max-w-44"
      {...pressed(onWant)}
    >
      <span className="truncate max-xl:sr-only">{!assigned ? 'Assign' : assigned.id === personId ? 'Assigned to me' : assigned.name}</span>
    </Button>
  );
}
