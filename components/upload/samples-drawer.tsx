'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, FileImage, FileText, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/layers/drawer.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { addSample, samplesQuery } from '#lib/client/upload/samples.ts';
import type { DeploymentChoice } from '#lib/contract/desk/deployment.ts';
import type { Sample } from '#lib/contract/desk/sample.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { useDropDeployment } from './use-drop-deployment.ts';
import { useDropTarget } from './use-drop-target.ts';

/** A language's name in English, from its code. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Sample documents that can be put among the documents. */
export function SamplesDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const samples = useQuery({ ...samplesQuery, enabled: isOpen });
  const client = useQueryClient();
  const deployment = useDropDeployment();
  const target = useDropTarget();
  const schemas = useQuery({ ...schemasQuery, enabled: isOpen });
  /** The schema of a sample, when the deployment has no id for it. */
  const unknownTo = ({ schema_name: name }: Sample) => {
    const schema = schemas.data?.find((one) => one.name === name);
    return schema && target?.schema_ids && !target.schema_ids.includes(schema.id) ? schema.id : null;
  };
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const add = useMutation({
    mutationFn: async (names: string[]) => {
      for (const name of names) {
        await addSample(name, deployment);
        setAdded((before) => new Set(before).add(name));
        wakeDocumentChanges();
      }
      return names.length;
    },
    onError: (error) => showToast({ tone: 'bad', title: 'The sample was not added', detail: errorMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: documentKeys.lists }),
  });
  const missing = (samples.data ?? []).filter(({ name }) => !added.has(name)).map(({ name }) => name);
  const addAll = () => add.mutate(missing, { onSuccess: onClose });
  return (
    <Drawer
      title="Samples"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Close
          </Button>
          <Button size="large" variant="primary" onPress={addAll} isDisabled={missing.length === 0} isPending={add.isPending}>
            {added.size > 0 ? `Add the other ${missing.length}` : 'Add all'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-muted">
        Example documents with matching schemas. You can delete them at any time.
        {target && (!target.is_default || target.schema_ids) ? ` They are sent to “${target.name}”.` : ''}
      </p>
      {samples.isError ? (
        <Notice tone="bad" title="The samples could not be loaded" actions={<Button onPress={() => samples.refetch()}>Try again</Button>}>
          {errorMessage(samples.error)}
        </Notice>
      ) : null}
      {samples.isPending ? [1, 2, 3, 4, 5].map((key) => <Skeleton key={key} className="mb-3 h-16 w-full" />) : null}
      <ul className="flex flex-col gap-2">
        {(samples.data ?? []).map((sample) => (
          <SampleLine
            key={sample.name}
            sample={sample}
            target={target}
            unknownId={unknownTo(sample)}
            isAdded={added.has(sample.name)}
            isPending={add.isPending && (add.variables?.includes(sample.name) ?? false) && !added.has(sample.name)}
            isBusy={add.isPending}
            onAdd={() => add.mutate([sample.name])}
          />
        ))}
      </ul>
    </Drawer>
  );
}

type SampleLineProps = {
  sample: Sample;
  target: DeploymentChoice | undefined;
  /** Id of its schema, when the deployment has no id for it. */
  unknownId: string | null;
  isAdded: boolean;
  isPending: boolean;
  isBusy: boolean;
  onAdd: () => void;
};

function SampleLine({ sample, target, unknownId, isAdded, isPending, isBusy, onAdd }: SampleLineProps) {
  const isAdmin = useMay('admin');
  const Icon = sample.media_type.startsWith('image/') ? FileImage : FileText;
  return (
    <li className="flex items-start gap-3 rounded-md border bg-surface p-3">
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">{sample.title}</h3>
        <p className="text-ink-muted text-xs">{sample.description}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
          <Badge>{sample.schema_name}</Badge>
          <Badge>{languageName(sample.language)}</Badge>
          <span className="text-2xs text-ink-faint">{formatBytes(sample.size)}</span>
        </div>
        {unknownId !== null && target ? (
          <p className="mt-1.5 text-warn text-xs">
            “{target.name}” has no ID for “{sample.schema_name}” yet. The document waits until{' '}
            {isAdmin ? 'you enter one' : 'an admin enters one'}.{' '}
            {isAdmin ? (
              <Link
                href={`/settings/deployments?${new URLSearchParams({ ids: target.id, schema: unknownId })}`}
                className="rounded-sm text-accent underline"
              >
                Enter the ID
              </Link>
            ) : null}
          </p>
        ) : null}
      </div>
      <Button
        size="small"
        icon={isAdded ? <Check size={13} aria-hidden /> : <Plus size={13} aria-hidden />}
        onPress={onAdd}
        isPending={isPending}
        isDisabled={isAdded || (isBusy && !isPending)}
        aria-label={isAdded ? `${sample.title} added` : `Add ${sample.title}`}
      >
        {isAdded ? 'Added' : 'Add'}
      </Button>
    </li>
  );
}
