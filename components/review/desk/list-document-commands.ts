import {
  AlarmClock,
  Braces,
  FileDown,
  History,
  type LucideIcon,
  RotateCcw,
  ScanSearch,
  Scissors,
  Text,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { contentUrl } from '#lib/client/documents/document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { HeaderMenuProps } from './header-buttons.tsx';
import { maySplit } from './may-split.ts';

/** Something that can be done with the whole document: `run` does it, `href` leads there (`isFile`: gives a file to keep). */
export type DocumentCommand = { id: string; label: string; Icon: LucideIcon; isPossible: boolean; isDanger?: boolean } & (
  | { run: () => void /** A button of the header does it, so that the menu need not. */; isButton?: boolean }
  | { href: string; isFile?: boolean }
);

/** Everything that can be done with the whole document besides approving, in the order of the menu. */
export function listDocumentCommands({ detail, canEdit, mayReview, commands }: HeaderMenuProps): DocumentCommand[] {
  const { document } = detail;
  const canReopen = document.state === 'approved' || document.state === 'rejected';
  const hasFields = detail.fields !== null;
  return [
    { id: 'reject', label: 'Reject …', Icon: X, isPossible: canEdit, run: commands.reject, isButton: true },
    { id: 'reopen', label: 'Reopen', Icon: Undo2, isPossible: canReopen && mayReview, run: commands.reopen, isButton: true },
    { id: 'history', label: 'History', Icon: History, isPossible: true, run: commands.toggleHistory },
    { id: 'summary', label: 'Summary', Icon: Text, isPossible: true, run: commands.showSummary },
    { id: 'kind', label: 'Kind …', Icon: ScanSearch, isPossible: document.schema_id !== null, run: commands.showKind },
    { id: 'answer', label: 'Raw response', Icon: Braces, isPossible: hasFields, run: commands.showRawResponse },
    { id: 'original', label: 'Original file', Icon: FileDown, isPossible: true, href: contentUrl(document.id), isFile: true },
    { id: 'postpone', label: 'Postpone …', Icon: AlarmClock, isPossible: canEdit, run: commands.postpone },
    {
      id: 'extract-again',
      label: 'Extract again …',
      Icon: RotateCcw,
      isPossible: mayReview && hasFields && !isDecided(document.state),
      run: commands.extractAgain,
    },
    {
      id: 'split',
      label: document.state === 'split' ? 'Split result' : 'Split …',
      Icon: Scissors,
      isPossible: maySplit(document),
      href: `/documents/${document.id}/split`,
    },
    { id: 'delete', label: 'Delete …', Icon: Trash2, isPossible: mayReview, run: commands.remove, isDanger: true },
  ];
}
