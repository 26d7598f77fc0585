'use client';

import { useQuery } from '@tanstack/react-query';
import { FileInput, GraduationCap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { schemaSettingsQuery } from '#lib/client/team/schema-settings.ts';
import { ApprovalSettingsLink } from './approval-settings-link.tsx';

type NothingLearnedProps = {
  schemaId: string;
  /** Null for people who may only look. */
  onImport: (() => void) | null;
};

/** How a schema begins to learn, and what it takes where its documents are at services that do not. */
export function NothingLearned({ schemaId, onImport }: NothingLearnedProps) {
  return (
    <EmptyState
      icon={<GraduationCap size={20} aria-hidden />}
      title="Nothing learned yet"
      actions={
        <>
          <LinkButton href={`/documents?schema=${encodeURIComponent(schemaId)}`}>Documents of this schema</LinkButton>
          {onImport ? (
            <Button icon={<FileInput size={14} aria-hidden />} onPress={onImport}>
              Import memory
            </Button>
          ) : null}
        </>
      }
    >
      <p className="text-balance">
        <HowItBegins schemaId={schemaId} />
        {onImport ? ' Or bring what a schema has learned at another installation.' : null}
      </p>
    </EmptyState>
  );
}

function HowItBegins({ schemaId }: { schemaId: string }): ReactNode {
  const choices = useQuery(deploymentChoicesQuery);
  const settings = useQuery(schemaSettingsQuery);
  const mayChange = useMay('schema_owner');
  if (choices.isPending || settings.isPending) return null;
  const theirs = choices.data?.find(({ schema_ids }) => schema_ids?.includes(schemaId));
  const own = 'Approve a document and the next one of its layout comes with its values.';
  if (!theirs) return own;
  const askedId = settings.data?.find(({ schema_id }) => schema_id === schemaId)?.second_opinion_by;
  const asked = choices.data?.find(({ id, schema_ids }) => id === askedId && schema_ids === null);
  if (asked) {
    return `Approve a document, and “${asked.name}” learns from it. What “${theirs.name}” extracts from later documents of its layout is compared with that.`;
  }
  return (
    <>
      {theirs.is_default ? null : `${own} `}
      {`“${theirs.name}” does not learn from approvals. For its documents, `}
      {mayChange ? 'choose' : 'a schema owner can choose'} a service that gives a second opinion in{' '}
      {mayChange ? <ApprovalSettingsLink /> : 'the settings'}: approvals teach that one, and later documents of the layout are compared with
      what it learned.
    </>
  );
}
