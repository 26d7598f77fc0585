'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { kindWords } from '#components/shared/documents/kind-words.ts';
import { SchemaChooser } from '#components/shared/documents/schema-chooser.tsx';
import { formatConfidence, formatFullMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { classificationQuery } from '#lib/client/documents/classification.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { KindRanking } from './kind-ranking.tsx';
import { SidePanel } from './side-panel.tsx';

type KindPanelProps = {
  document: DeskDocument;
  canChange: boolean;
  /** Saves what is under way. */
  prepare: () => Promise<unknown>;
  onClose: () => void;
};

/** What kind of document it is, who or what said so, what spoke for it, and the way to change it. */
export function KindPanel({ document, canChange, prepare, onClose }: KindPanelProps) {
  const classification = useQuery(classificationQuery(document));
  const [target, setTarget] = useState<string | null>(null);
  const words = kindWords(document);
  return (
    <SidePanel title="Kind" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p>
          <span className="block font-semibold">{document.schema_name ?? 'No schema yet'}</span>
          <span className="text-ink-muted text-sm">
            {words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : 'Chosen when it was added'}
          </span>
        </p>
        {canChange ? (
          <section aria-label="Change the kind">
            <SchemaChooser
              key={target}
              document={document}
              label="Schema"
              {...(target ? { initial: target } : {})}
              prepare={prepare}
              onStarted={onClose}
            />
          </section>
        ) : (
          <p className="text-ink-muted text-sm">Reopen the document to change its kind.</p>
        )}
        <LoadingPart query={classification}>
          {(found) =>
            found && found.ranking.length > 0 ? (
              <section aria-label="How the kind was detected" className="space-y-2 border-t pt-4">
                <h3 className="font-medium text-sm">How the kind was detected</h3>
                {found.reason ? <p className="text-ink-muted text-sm">{found.reason}</p> : null}
                <KindRanking ranking={found.ranking} current={document.schema_id} {...(canChange ? { onChange: setTarget } : {})} />
                <p className="text-ink-faint text-xs">
                  None of these: {formatConfidence(found.none ?? 0)}. A kind is chosen automatically at {formatConfidence(found.sure_from)}{' '}
                  or more. {found.examples > 0 ? `Compared with ${found.examples} approved documents. ` : ''}
                  {formatFullMoment(found.at)}
                </p>
              </section>
            ) : (
              <p className="border-t pt-4 text-ink-muted text-sm">The kind of this document was not detected automatically.</p>
            )
          }
        </LoadingPart>
      </div>
    </SidePanel>
  );
}
