'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { schemaSettingsQuery } from '#lib/client/schema-settings.ts';
import { schemasQuery } from '#lib/client/schemas.ts';
import type { Schema } from '#lib/contract/extraction-schema.ts';
import type { SchemaSettings } from '#lib/contract/schema-settings.ts';
import { labelOf } from '#lib/document/label-of.ts';
import { hoursWords, PRIORITY_WORDS } from '../../queues/queue-words.ts';
import { useMay } from '../../shell/current-user.ts';
import { SettingsPage } from '../settings-page.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';

const NOTHING = <span className="text-ink-faint">–</span>;

/** How documents of each schema are approved, how urgent they are, and how many get a second look. */
export function ApprovalScreen() {
  const settings = useQuery(schemaSettingsQuery);
  const schemas = useQuery(schemasQuery);
  const [edited, setEdited] = useState<SchemaSettings | null>(null);
  const mayChange = useMay('schema_owner');
  const schemaOf = (id: string) => schemas.data?.find((schema) => schema.id === id) ?? null;
  return (
    <SettingsPage
      title="Approval and quality"
      words="Which documents two different people must approve, how soon they are due, and what share of them gets a second look."
    >
      {settings.isError ? (
        <Notice tone="bad" actions={<Button onPress={() => void settings.refetch()}>Try again</Button>}>
          {errorMessage(settings.error)}
        </Notice>
      ) : !settings.data ? (
        <Spinner size={18} label="Loading" />
      ) : settings.data.length === 0 ? (
        <EmptyState title="There is no schema yet">These settings belong to schemas. Make one first.</EmptyState>
      ) : (
        <Table label="Approval and quality by schema">
          <thead>
            <tr>
              <HeadCell>Schema</HeadCell>
              <HeadCell>Two approvals</HeadCell>
              <HeadCell>Priority</HeadCell>
              <HeadCell>Due after</HeadCell>
              <HeadCell className="text-right">Second look</HeadCell>
              <HeadCell>
                <span className="sr-only">Change</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {settings.data.map((one) => (
              <tr key={one.schema_id}>
                <BodyCell className="font-medium">{one.schema_name}</BodyCell>
                <BodyCell>{ruleWords(one, schemaOf(one.schema_id)) ?? NOTHING}</BodyCell>
                <BodyCell>{one.priority === null ? NOTHING : PRIORITY_WORDS[one.priority]}</BodyCell>
                <BodyCell>{one.due_after_hours === null ? NOTHING : hoursWords(one.due_after_hours)}</BodyCell>
                <BodyCell className="text-right tabular-nums">{one.sample_percent === 0 ? NOTHING : `${one.sample_percent} %`}</BodyCell>
                <BodyCell className="w-0 whitespace-nowrap">
                  {mayChange ? (
                    <Button
                      size="small"
                      icon={<Pencil size={13} aria-hidden />}
                      aria-label={`Change ${one.schema_name}`}
                      onPress={() => setEdited(one)}
                    >
                      Change
                    </Button>
                  ) : null}
                </BodyCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {edited ? <ApprovalDialog settings={edited} schema={schemaOf(edited.schema_id)} onClose={() => setEdited(null)} /> : null}
    </SettingsPage>
  );
}

function ruleWords({ second_approval: rule }: SchemaSettings, schema: Schema | null): string | null {
  if (rule.when === 'never') return null;
  if (rule.when === 'always') return 'Always';
  return `${labelOf(schema, `/${rule.field}`)} over ${rule.amount.toLocaleString('en')}`;
}
