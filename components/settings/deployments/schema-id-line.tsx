'use client';

import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { useRemoveMapping, useSaveMapping, useTryMapping } from '#lib/client/team/deployments.ts';
import type { Deployment, SchemaTrial } from '#lib/contract/desk/deployment.ts';
import type { Sample } from '#lib/contract/desk/sample.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { TrialResult } from './trial-result.tsx';

export type SchemaIdLineProps = {
  deployment: Deployment;
  schema: Pick<Schema, 'id' | 'name'>;
  /** The last trial of an id for this schema. */
  trial: SchemaTrial | undefined;
  samples: readonly Sample[];
  /** Its field gets the focus. */
  isWanted: boolean;
};

/** One schema of the desk: its id at a deployment, a trial of it, and what came of that. */
export function SchemaIdLine({ deployment, schema, trial, samples, isWanted }: SchemaIdLineProps) {
  const save = useSaveMapping(deployment.id);
  const remove = useRemoveMapping(deployment.id);
  const attempt = useTryMapping(deployment.id);
  const used = deployment.mappings.find(({ schema_id }) => schema_id === schema.id)?.remote_schema_id;
  const [text, setText] = useState(used ?? trial?.remote_schema_id ?? '');
  const id = text.trim();
  const tried = trial?.remote_schema_id === id ? trial : undefined;
  const isRunning = trial?.state === 'running';
  const error = attempt.error ?? save.error ?? remove.error;
  const own = samples.filter(({ schema_name }) => schema_name === schema.name);
  const fitting = own.length > 0 ? own : samples;
  const line = useRef<HTMLLIElement>(null);
  const state = tried?.state;
  const seen = useRef(state);
  useEffect(() => {
    // what came of a trial may be below the end of the dialog
    if (state !== seen.current) line.current?.scrollIntoView({ block: 'nearest' });
    seen.current = state;
  }, [state]);
  const forget = () => {
    for (const mutation of [save, remove, attempt]) mutation.reset();
  };
  const tryWith = (sample: string) => {
    if (id === '' || isRunning || attempt.isPending) return;
    forget();
    attempt.mutate({ remote_schema_id: id, schema_id: schema.id, sample, id: newId() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fitting[0]) tryWith(fitting[0].name);
  };
  const isBusy = isRunning || attempt.isPending;
  return (
    <li ref={line} className="flex flex-col gap-2 py-3" aria-label={schema.name}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-52 flex-1">
          <h3 className="mb-1 flex h-5 items-center gap-2 font-medium">
            <bdi className="truncate">{schema.name}</bdi>
            {used === undefined ? null : <Badge tone="ok">In use</Badge>}
          </h3>
          <TextField
            aria-label={`ID of “${schema.name}” at “${deployment.name}”`}
            placeholder="ID there"
            value={text}
            onChange={setText}
            maxLength={500}
            spellCheck="false"
            autoComplete="off"
            autoFocus={isWanted}
            inputClassName="font-mono"
          />
        </div>
        {fitting.length > 1 ? (
          <Menu
            label={`Sample to try the ID of ${schema.name} with`}
            trigger={
              <Button className="h-8" isDisabled={id === ''} isPending={isBusy}>
                Try it with a sample
              </Button>
            }
          >
            {fitting.map(({ name, title, description }) => (
              <MenuItem key={name} label={title} description={description} onAction={() => tryWith(name)} />
            ))}
          </Menu>
        ) : (
          <Button type="submit" className="h-8" isDisabled={id === '' || fitting.length === 0} isPending={isBusy}>
            Try it with a sample
          </Button>
        )}
        <Button
          className="h-8"
          variant={tried?.state === 'worked' && id !== used ? 'primary' : 'secondary'}
          isDisabled={id === '' || id === used}
          isPending={save.isPending}
          onPress={() => {
            forget();
            save.mutate({ remote_schema_id: id, schema_id: schema.id, replace: true });
          }}
        >
          Use this ID
        </Button>
        {used === undefined ? null : (
          <IconButton
            label={`Remove the ID of ${schema.name}`}
            icon={<Trash2 size={14} aria-hidden />}
            onPress={() => {
              forget();
              remove.mutate(used, { onSuccess: () => setText('') });
            }}
          />
        )}
      </form>
      {error ? <Notice tone="bad">{errorMessage(error)}</Notice> : null}
      {tried ? <TrialResult trial={tried} schemaName={schema.name} /> : null}
    </li>
  );
}
