'use client';

import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import type { ImportProgress, MemoryFile } from '#lib/client/team/memory.ts';
import { schemasQuery, useSaveSchema } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { listMissing, outcomeWords } from './memory-words.ts';
import { type MemoryImport, useMemoryImport } from './use-memory-import.ts';

const NEW = 'new';

type ImportMemoryDialogProps = {
  /** Where it is imported; null = the person chooses. */
  schemaId: string | null;
  onClose: () => void;
  /** Wanted once it is over: to look at what was learned. */
  onShow: (schemaId: string) => void;
};

/** Imports what a schema has learned at another installation: choose a file, choose the schema, watch it go. */
export function ImportMemoryDialog({ schemaId, onClose, onShow }: ImportMemoryDialogProps) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const save = useSaveSchema();
  const [chosen, setChosen] = useState<string | null>(schemaId);
  const targetOf = ({ header }: MemoryFile) => chosen ?? schemas.find(({ name }) => name === header.schema.name)?.id ?? NEW;
  const { state, choose, run, stop } = useMemoryImport(async (memory) => {
    const target = targetOf(memory);
    if (target !== NEW) return target;
    const { id } = await save.mutateAsync(memory.header.schema);
    // whoever begins again means the schema that was made
    setChosen(id);
    return id;
  });
  const chooseAnew = (file: File | undefined) => {
    setChosen(schemaId);
    return choose(file);
  };
  const isRunning = state.stage === 'running';
  const begin = state.stage === 'chosen' ? () => void run(state.memory) : undefined;
  return (
    <Dialog
      title="Import memory"
      isOpen
      width="medium"
      isDismissable={!isRunning}
      onClose={isRunning ? () => undefined : onClose}
      onSubmit={begin}
      footer={<Footer state={state} onChoose={chooseAnew} onBegin={begin} onStop={stop} onClose={onClose} onShow={onShow} onAgain={run} />}
    >
      {state.stage === 'choosing' ? <Explanation problem={state.problem} /> : null}
      {state.stage === 'chosen' ? (
        <div className="flex flex-col gap-3">
          {state.problem ? (
            <Notice tone="bad" title="The import failed">
              {state.problem}
            </Notice>
          ) : null}
          <Facts memory={state.memory} />
          {schemaId === null ? (
            <Select
              label="Import into"
              options={[
                { id: NEW, label: `New schema “${state.memory.header.schema.name}”` },
                ...schemas.map(({ id, name }) => ({ id, label: name })),
              ]}
              value={targetOf(state.memory)}
              onChange={setChosen}
            />
          ) : null}
          <Missing schema={schemas.find(({ id }) => id === targetOf(state.memory))} memory={state.memory} />
        </div>
      ) : null}
      {state.stage === 'running' ? <Progress progress={state.progress} total={state.memory.examples} /> : null}
      {state.stage === 'over' ? <Outcome {...state} /> : null}
    </Dialog>
  );
}

type FooterProps = {
  state: MemoryImport;
  onChoose: (file: File | undefined) => Promise<void>;
  onBegin: (() => void) | undefined;
  onStop: () => void;
  onClose: () => void;
  onShow: (schemaId: string) => void;
  onAgain: (memory: MemoryFile) => Promise<void>;
};

function Footer({ state, onChoose, onBegin, onStop, onClose, onShow, onAgain }: FooterProps) {
  if (state.stage === 'running') {
    return (
      <Button size="large" onPress={onStop} isPending={state.isStopping}>
        Stop
      </Button>
    );
  }
  if (state.stage === 'over') {
    return (
      <>
        <Button size="large" onPress={onClose}>
          Close
        </Button>
        {state.problem ? (
          <Button size="large" variant="primary" onPress={() => void onAgain(state.memory)} autoFocus>
            Import again
          </Button>
        ) : (
          <Button size="large" variant="primary" onPress={() => onShow(state.schemaId)} autoFocus>
            Show what it learned
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <FileTrigger acceptedFileTypes={['.jsonl', 'application/jsonl']} onSelect={(files) => void onChoose(files?.[0])}>
        <Button
          size="large"
          variant={onBegin ? 'secondary' : 'primary'}
          icon={<FileUp size={14} aria-hidden />}
          className="mr-auto"
          autoFocus
        >
          {onBegin ? 'Choose another file' : 'Choose a memory file'}
        </Button>
      </FileTrigger>
      <Button size="large" onPress={onClose}>
        Cancel
      </Button>
      {onBegin ? (
        <Button size="large" variant="primary" onPress={onBegin}>
          Import
        </Button>
      ) : null}
    </>
  );
}

function Explanation({ problem }: { problem: string | null }) {
  return (
    <div className="flex flex-col gap-3">
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <p>
        A memory file holds what a schema has learned from approved documents at another installation. Export it there, on the “Learned” tab
        of the schema.
      </p>
      <p className="text-ink-muted">
        Documents like those then come with values here, too. The file has the approved values and the words next to them, not the
        documents.
      </p>
    </div>
  );
}

function Facts({ memory: { header, examples } }: { memory: MemoryFile }) {
  return (
    <p>
      What <strong className="font-medium">{header.schema.name}</strong> learned from {countOf(examples, 'approved document')}, exported{' '}
      <time dateTime={header.exported_at}>{formatMoment(header.exported_at)}</time>.
    </p>
  );
}

function Missing({ schema, memory }: { schema: Schema | undefined; memory: MemoryFile }) {
  const missing = schema ? listMissing(schema, memory.header.schema) : [];
  if (missing.length === 0 || !schema) return null;
  return (
    <Notice title={`${countOf(missing.length, 'field')} of the file ${missing.length === 1 ? 'is' : 'are'} not in ${schema.name}`}>
      What was learned about {missing.join(', ')} is left out.
    </Notice>
  );
}

function Progress({ progress, total }: { progress: ImportProgress; total: number }) {
  const words = `${progress.sent.toLocaleString('en')} of ${countOf(total, 'approved document')}`;
  return (
    <div className="flex flex-col gap-2" role="status">
      <p>{words}</p>
      <ProgressBar label={words} value={total === 0 ? null : progress.sent / total} />
    </div>
  );
}

function Outcome({ progress, problem }: { progress: ImportProgress; problem: string | null }) {
  return (
    <div className="flex flex-col gap-3" role="status">
      {problem ? (
        <Notice tone="bad" title="It ended before all was imported">
          {problem} You can import the file again: nothing is there twice.
        </Notice>
      ) : null}
      {outcomeWords(progress).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
