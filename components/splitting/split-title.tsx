import { ArrowLeft } from 'lucide-react';
import { StateBadge } from '#components/shared/documents/document-state.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';

/** The way back to the document, its name and state: what every header of the splitting screen begins with. */
export function SplitTitle({ document }: { document: DeskSplitting['document'] }) {
  return (
    <>
      <LinkButton href={`/documents/${document.id}`} variant="quiet" size="small" icon={<ArrowLeft size={15} aria-hidden />}>
        Document
      </LinkButton>
      <h1 className="min-w-0 truncate font-semibold text-base" title={document.name}>
        Split <bdi>{document.name}</bdi>
      </h1>
      <StateBadge state={document.state} />
    </>
  );
}
