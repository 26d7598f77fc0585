import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { compareDraft } from '#lib/client/team/schema-preview.ts';
import type { ComparedDocument, PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

type Document = PreviewDocuments['documents'][number];
/** Another deployment that is compared with the documents' own. */
export type ComparedDeployment = PreviewDocuments['deployments'][number];
/** A document that could not be compared, and why. */
type LeftDocument = { document: Document; reason: string };

export type ComparisonState = {
  /** The draft that is compared, as JSON, and the saved version that it is compared with. */
  draftText: string;
  version: number;
  /** The deployment that is compared; null = versions of the schema are. */
  at: ComparedDeployment | null;
  /** Why it ended early: the compared deployment is at fault, so every other document would fare like the last one; null = it did not. */
  fault: string | null;
  isRunning: boolean;
  /** Documents that are done with, also those that failed. */
  done: number;
  total: number;
  compared: ComparedDocument[];
  documents: ReadonlyMap<string, Document>;
  left: LeftDocument[];
};

/** Documents that are extracted at a time: the others of the desk go on meanwhile. */
const AT_ONCE = 2;

/** Compares a draft with the saved version, or another deployment with the documents' own, one document after the other, and keeps what came out while the editor is open. */
export function useDraftComparison(schemaId: string | null) {
  const [state, setState] = useState<ComparisonState | null>(null);
  const running = useRef<AbortController | null>(null);

  // who leaves wants no more of it
  useEffect(() => () => running.current?.abort(), []);

  const start = async (draft: SchemaDraft, version: number, documents: readonly Document[], at: ComparedDeployment | null) => {
    if (schemaId === null) return;
    running.current?.abort();
    const stopping = new AbortController();
    running.current = stopping;
    const { signal } = stopping;
    const byId = new Map(documents.map((document) => [document.id, document]));
    const progress = { done: 0, compared: [] as ComparedDocument[], left: [] as LeftDocument[], fault: null as string | null };
    const show = (isRunning: boolean) => {
      if (running.current !== stopping) return;
      const { done, compared, left, fault } = progress;
      const copied = { done, compared: [...compared], left: [...left], at, fault };
      setState({ draftText: JSON.stringify(draft), version, isRunning, total: documents.length, documents: byId, ...copied });
    };
    show(true);
    const waiting = [...documents];
    const next = async () => {
      for (let document = waiting.shift(); document !== undefined && !signal.aborted; document = waiting.shift()) {
        try {
          const body = { draft, document_id: document.id, ...(at === null ? {} : { deployment_id: at.id }) };
          progress.compared.push(await compareDraft(schemaId, body, signal));
        } catch (error) {
          if (signal.aborted) return;
          if (at !== null && error instanceof ProblemError && error.extra?.deployment_id === at.id) {
            progress.fault = error.message;
            stopping.abort();
            return;
          }
          progress.left.push({ document, reason: errorMessage(error) });
        }
        progress.done += 1;
        show(true);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    show(false);
  };

  return { state, start, stop: () => running.current?.abort() };
}

export type DraftComparison = ReturnType<typeof useDraftComparison>;
