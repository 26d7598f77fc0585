'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { pagesQuery } from '#lib/client/documents/pages.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { SampleChooser } from './sample-chooser.tsx';
import { SamplePage } from './sample-page.tsx';
import type { SamplePlace } from './sample-values.ts';
import { type HeadingUse, SheetHeadingsMenu } from './sheet-headings-menu.tsx';
import type { Sample } from './use-sample.ts';

type SamplePaneProps = {
  schemaId: string | null;
  sample: Sample;
  places: readonly SamplePlace[];
  /** What keeps the draft from being used; null = nothing. */
  fault: string | null;
  selectedKey: string | null;
  onSelect: (key: string) => void;
  onClose: () => void;
  /** Adds a field for words that were marked. @returns its label; may be empty */
  onMark: (page: Page, words: number[]) => string;
  /** Adds fields for the headings of a sheet. @returns how many; 0 where it has none that are not there yet */
  onHeadings: (page: Page, use: HeadingUse) => number;
};

/** A document beside the fields, with where their values stand; here it is chosen, too. */
export function SamplePane(props: SamplePaneProps) {
  const { schemaId, sample, onClose } = props;
  const { document, choose, wantsFocus } = sample;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning, and whenever another document is shown
  useEffect(() => {
    // what was pressed to come here is gone
    if (wantsFocus.current) heading.current?.focus();
    wantsFocus.current = false;
  }, [document?.id]);
  return (
    <aside
      aria-label="Sample document"
      className="flex min-h-0 min-w-0 flex-1 flex-col border-l bg-surface max-xl:border-t max-xl:border-l-0"
    >
      <div className="flex h-10 shrink-0 items-center gap-2 border-b pr-1.5 pl-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate font-medium outline-none">
          {document ? <bdi>{document.name}</bdi> : 'Sample document'}
        </h2>
        {document ? (
          <Button size="small" onPress={() => choose(null)}>
            Change
          </Button>
        ) : null}
        <IconButton label="Close the sample" icon={<X size={15} aria-hidden />} onPress={onClose} />
      </div>
      {document ? <Pages key={document.id} {...props} document={document} /> : <SampleChooser schemaId={schemaId} onChoose={choose} />}
    </aside>
  );
}

function Pages({
  sample,
  document,
  places,
  fault,
  selectedKey,
  onSelect,
  onMark,
  onHeadings,
}: SamplePaneProps & { document: DeskDocument }) {
  const [number, setNumber] = useState(1);
  const [added, setAdded] = useState<string | null>(null);
  const first = places.find(({ key }) => key === selectedKey)?.page;
  useEffect(() => {
    if (first !== undefined) setNumber(first);
  }, [first]);
  const count = document.page_count ?? document.pages_read;
  const pages = useQuery(pagesQuery(document.id, number, document.pages_read));
  const sheet = pages.data?.pages.find((page) => page.number === number && page.display === 'grid');
  const addHeadings = (page: Page, use: HeadingUse) => {
    const found = onHeadings(page, use);
    setAdded(found > 0 ? `Added ${countOf(found, use === 'rows' ? 'column' : 'field')}.` : 'No new headings stand in the first row.');
  };
  return (
    <>
      <div className="flex min-h-8 shrink-0 items-center gap-2 border-b px-3 py-1 text-ink-muted text-xs">
        <SampleStatus sample={sample} fault={fault} added={added} />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {sheet ? <SheetHeadingsMenu onUse={(use) => addHeadings(sheet, use)} /> : null}
          {count > 1 ? (
            <span className="flex shrink-0 items-center">
              <IconButton
                size="small"
                label="Previous page"
                icon={<ChevronLeft size={14} aria-hidden />}
                isDisabled={number <= 1}
                onPress={() => setNumber(number - 1)}
              />
              <span className="tabular-nums">
                {number} of {count}
              </span>
              <IconButton
                size="small"
                label="Next page"
                icon={<ChevronRight size={14} aria-hidden />}
                isDisabled={number >= count}
                onPress={() => setNumber(number + 1)}
              />
            </span>
          ) : null}
        </div>
      </div>
      <SamplePage
        document={document}
        number={number}
        places={places.filter(({ page }) => page === number)}
        selectedKey={selectedKey}
        onSelect={onSelect}
        onMark={(page, words) => {
          const text = words.map((word) => page.words[word]!.text).join(' ');
          const label = onMark(page, words);
          setAdded(label ? `Added “${label}” for “${text}”.` : `Added a field for “${text}”. Enter its label.`);
        }}
      />
    </>
  );
}

type SampleStatusProps = Pick<SamplePaneProps, 'sample' | 'fault'> & {
  /** What was added by marking it last; null = nothing yet. */
  added: string | null;
};

function SampleStatus({ sample, fault, added }: SampleStatusProps) {
  const { isUpdating, problem, retry, result } = sample;
  if (problem && !isUpdating && fault === null) {
    return (
      <>
        <span role="alert" className="min-w-0 text-bad">
          {problem}
        </span>
        <Button size="small" onPress={retry}>
          Try again
        </Button>
      </>
    );
  }
  const stale = fault && result ? `These values are from before this fault: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}` : null;
  return (
    <span role="status" className="flex min-w-0 items-center gap-1.5">
      {isUpdating ? <Spinner size={12} /> : null}
      <span className="truncate" title={stale ?? undefined}>
        {stale ?? added ?? 'Mark a value on the page to add a field for it.'}
      </span>
    </span>
  );
}
