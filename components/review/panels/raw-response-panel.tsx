'use client';

import { useQuery } from '@tanstack/react-query';
import { formatFullMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Drawer } from '#components/ui/layers/drawer.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { rawAnswerQuery } from '#lib/client/documents/summary.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';

type RawResponsePanelProps = { detail: DeskDocumentDetail; isOpen: boolean; onClose: () => void };

/** What the document's deployment answered: what fitted no field, and all of it word for word. */
export function RawResponsePanel({ detail, isOpen, onClose }: RawResponsePanelProps) {
  const answer = useQuery({ ...rawAnswerQuery(detail.document.id), enabled: isOpen });
  const rest = Object.entries(detail.unfitting);
  const left = detail.unfitting_left ?? 0;
  return (
    <Drawer title="Raw response of the document service" isOpen={isOpen} onClose={onClose}>
      <LoadingPart query={answer}>
        {({ deployment, at, is_understood: isUnderstood, size, raw }) => (
          <div className="flex flex-col gap-5">
            <p className="text-ink-muted">
              From “{deployment.name}”, {formatFullMoment(at)}.{isUnderstood ? null : ' The desk does not understand it.'}
            </p>
            {rest.length > 0 ? (
              <section aria-label="Values without a field">
                <h3 className="mb-1.5 font-semibold text-sm">Values without a field</h3>
                {left > 0 ? (
                  <p className="mb-1.5 text-ink-muted">
                    {(rest.length + left).toLocaleString('en')} values have no field; the first {rest.length} are listed.
                  </p>
                ) : null}
                <dl className="divide-y rounded-md border">
                  {rest.map(([pointer, value]) => (
                    <div key={pointer} className="px-3 py-1.5">
                      <dt className="break-all font-mono text-ink-muted text-xs">{pointer}</dt>
                      <dd className="break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ) : null}
            {size === undefined ? null : (
              <Notice tone="info">
                The response is {formatBytes(size)}. This is its beginning;{' '}
                <a className="text-accent underline" href={`/api/documents/${detail.document.id}/answer?download=1`} download>
                  download all of it
                </a>
                .
              </Notice>
            )}
            <TextField
              label={size === undefined ? 'Full response' : 'Beginning of the response'}
              rows={22}
              value={typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}
              isReadOnly
              inputClassName="font-mono text-xs"
            />
          </div>
        )}
      </LoadingPart>
    </Drawer>
  );
}
