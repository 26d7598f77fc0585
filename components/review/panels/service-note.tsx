'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { documentQuery } from '#lib/client/documents/document.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { RawResponsePanel } from './raw-response-panel.tsx';

/** A response that repeats the last one changes no document, so the time of the last response is polled. */
const POLL_EVERY_MS = 5_000;

/** What a remote deployment said last of a document, when, and the answer itself where nobody understood it. */
export function ServiceNote({ detail }: { detail: DeskDocumentDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { at_service: heard, deployment, document } = detail;
  const isUnderWay = deployment?.embedded === false && document.state !== 'failed';
  useQuery({ ...documentQuery(document.id), refetchInterval: isUnderWay ? POLL_EVERY_MS : false, enabled: isUnderWay });
  if (!heard || !deployment) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-ink-muted text-sm">
      {heard.word ? <span>It says “{heard.word}”.</span> : null}
      <span>
        Last response{' '}
        <time dateTime={heard.last_answer_at} title={formatFullMoment(heard.last_answer_at)}>
          {formatMoment(heard.last_answer_at)}
        </time>
        .
      </span>
      {heard.has_answer ? (
        <button type="button" className="text-accent underline-offset-2 hover:underline" onClick={() => setOpen(true)}>
          Show the response
        </button>
      ) : null}
      <RawResponsePanel detail={detail} isOpen={isOpen} onClose={() => setOpen(false)} />
    </p>
  );
}
