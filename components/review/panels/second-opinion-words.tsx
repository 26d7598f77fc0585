'use client';

import { useQuery } from '@tanstack/react-query';
import { documentQuery } from '#lib/client/documents/document.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** What comes of it may change nothing that the list shows, so the document itself is asked for again. */
const POLL_EVERY_MS = 5_000;

/** That a service of ours is asked about the values, or why that failed; nothing once it has answered, or the document is decided on. */
export function SecondOpinionWords({ detail: { document, second_opinion: opinion } }: { detail: DeskDocumentDetail }) {
  const isWaiting = opinion?.state === 'waiting' && document.state === 'to_review';
  useQuery({ ...documentQuery(document.id), refetchInterval: isWaiting ? POLL_EVERY_MS : false, enabled: isWaiting });
  if (!opinion || opinion.state === 'done' || document.state !== 'to_review') return null;
  const { name } = opinion.deployment;
  if (isWaiting) return <span>“{name}” is asked for a second opinion.</span>;
  return (
    <span className="text-warn">
      “{name}” gave no second opinion. {opinion.message}
    </span>
  );
}
