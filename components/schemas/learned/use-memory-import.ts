import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { learnedKey } from '#lib/client/team/learned.ts';
import { type ImportProgress, importMemoryFile, type MemoryFile, openMemoryFile } from '#lib/client/team/memory.ts';

/** How far somebody is with importing a file. `problem`: why it could not be opened, or ended early. */
export type MemoryImport =
  | { stage: 'choosing'; problem: string | null }
  | { stage: 'chosen'; memory: MemoryFile; problem: string | null }
  | { stage: 'running'; memory: MemoryFile; progress: ImportProgress; isStopping: boolean }
  | { stage: 'over'; memory: MemoryFile; progress: ImportProgress; schemaId: string; problem: string | null };

const NOTHING: ImportProgress = { sent: 0, imported: 0, known: 0, unusable: 0, deployment: null };

/**
 * Imports a memory file. It ends with the dialog that it belongs to, after the part that is under way.
 * @param findSchema the schema that it is imported into, made now where it is new
 */
export function useMemoryImport(findSchema: (memory: MemoryFile) => Promise<string>) {
  const [state, setState] = useState<MemoryImport>({ stage: 'choosing', problem: null });
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (file: Blob | undefined) => {
    if (!file) return;
    try {
      setState({ stage: 'chosen', memory: await openMemoryFile(file), problem: null });
    } catch (error) {
      setState({ stage: 'choosing', problem: errorMessage(error) });
    }
  };

  const run = async (memory: MemoryFile) => {
    const controller = new AbortController();
    running.current = controller;
    let progress = NOTHING;
    let schemaId: string | null = null;
    const onProgress = (next: ImportProgress) => {
      progress = next;
      setState({ stage: 'running', memory, progress, isStopping: controller.signal.aborted });
    };
    onProgress(NOTHING);
    let problem: string | null = null;
    try {
      schemaId = await findSchema(memory);
      await importMemoryFile(memory, schemaId, { onProgress, signal: controller.signal });
    } catch (error) {
      problem = controller.signal.aborted ? 'You stopped it.' : errorMessage(error);
    }
    // with nothing imported one may choose anew
    if (schemaId === null || (problem !== null && progress.sent === 0)) setState({ stage: 'chosen', memory, problem });
    else setState({ stage: 'over', memory, progress, schemaId, problem });
    if (schemaId !== null) await client.invalidateQueries({ queryKey: learnedKey(schemaId) });
  };

  const stop = () => {
    running.current?.abort();
    setState((before) => (before.stage === 'running' ? { ...before, isStopping: true } : before));
  };

  return { state, choose, run, stop };
}
