import {
  Ban,
  CircleCheckBig,
  CircleDashed,
  CircleHelp,
  Eye,
  FileQuestion,
  Files,
  KeyRound,
  LoaderCircle,
  Scissors,
  TriangleAlert,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { DeskDocument, DeskDocumentState } from '#lib/contract/desk/desk-document.ts';

type Look = { word: string; tone: Tone; icon: ReactNode };

const SIZE = { size: 12, 'aria-hidden': true } as const;
const TURNING = <LoaderCircle {...SIZE} className="animate-spin" />;

/** How each state is called and drawn. */
export const STATE_LOOKS: Record<DeskDocumentState, Look> = {
  received: { word: 'Received', tone: 'neutral', icon: <CircleDashed {...SIZE} /> },
  unmapped: { word: 'Schema ID needed', tone: 'warn', icon: <KeyRound {...SIZE} /> },
  indexing: { word: 'Reading', tone: 'info', icon: TURNING },
  indexed: { word: 'Needs a schema', tone: 'warn', icon: <FileQuestion {...SIZE} /> },
  stacked: { word: 'Confirm split', tone: 'warn', icon: <Files {...SIZE} /> },
  classifying: { word: 'Detecting kind', tone: 'info', icon: TURNING },
  unclassified: { word: 'Confirm kind', tone: 'warn', icon: <CircleHelp {...SIZE} /> },
  extracting: { word: 'Extracting', tone: 'info', icon: TURNING },
  to_review: { word: 'To review', tone: 'accent', icon: <Eye {...SIZE} /> },
  approved: { word: 'Approved', tone: 'ok', icon: <CircleCheckBig {...SIZE} /> },
  rejected: { word: 'Rejected', tone: 'neutral', icon: <Ban {...SIZE} /> },
  split: { word: 'Split', tone: 'neutral', icon: <Scissors {...SIZE} /> },
  failed: { word: 'Failed', tone: 'bad', icon: <TriangleAlert {...SIZE} /> },
};

/** "page 12 of 40" while pages are read, else null. */
export function readingProgress(document: Pick<DeskDocument, 'state' | 'page_count' | 'pages_read'>): string | null {
  if (document.state !== 'indexing' || !document.page_count || document.page_count < 2) return null;
  return `page ${Math.min(document.pages_read + 1, document.page_count)} of ${document.page_count}`;
}

const AUTOMATIC: Look = { word: 'Approved automatically', tone: 'ok', icon: <Zap {...SIZE} /> };

/** The state as icon and word. @param isAutomatic approved by the schema's rule, no person */
export function StateBadge({ state, isAutomatic = false }: { state: DeskDocumentState; isAutomatic?: boolean }) {
  const { word, tone, icon } = state === 'approved' && isAutomatic ? AUTOMATIC : STATE_LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
