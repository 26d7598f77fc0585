'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { useMay } from '#components/shared/current-user.ts';
import { thresholdsAddress } from '#components/shared/documents/insights-place.ts';
import { PRIORITY_WORDS } from '#components/shared/priority-words.ts';
import { hoursWords } from '#components/shared/queues/queue-words.ts';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { schemaSettingsQuery } from '#lib/client/team/schema-settings.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { DeploymentChoice } from '#lib/contract/desk/deployment.ts';
import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { SchemaSettingsTable } from '../schema-settings-table.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';

/** How documents of each schema are approved, how urgent they are, and how many become quality samples. */
export function ApprovalScreen() {
  const schemas = useQuery(schemasQuery);
  const settings = useQuery(schemaSettingsQuery);
  const choices = useQuery(deploymentChoicesQuery);
  const [edited, setEdited] = useState<SchemaSettings | null>(null);
  const mayChange = useMay('schema_owner');
  const schemaOf = (id: string) => schemas.data?.find((schema) => schema.id === id) ?? null;
  return (
    <SettingsPage
      title="Approval and quality"
      words="Which documents need two approvals, how soon they are due, what share is checked again as a quality sample, which reasons for rejecting are offered, and whether approvals teach the document service."
    >
      <SchemaSettingsTable
        label="Approval and quality by schema"
        columns={[
          { head: 'Two approvals', cell: (one) => ruleWords(one, schemaOf(one.schema_id)) },
          { head: 'Priority', cell: (one) => (one.priority === null ? null : PRIORITY_WORDS[one.priority]) },
          { head: 'Due after', cell: (one) => (one.due_after_hours === null ? null : hoursWords(one.due_after_hours)) },
          { head: 'Quality sample', isNumber: true, cell: (one) => (one.sample_percent === 0 ? null : `${one.sample_percent} %`) },
          { head: 'Reasons for rejecting', isNumber: true, cell: (one) => one.rejection_reasons.length || null },
          { head: 'Learns from approvals', cell: (one) => (one.learn_from_approvals ? 'Yes' : null) },
          {
            head: 'Thresholds and automatic approval',
            cell: (one) => (
              <Link
                href={thresholdsAddress(one.schema_id)}
                aria-label={`In Insights: thresholds and automatic approval of ${one.schema_name}`}
                className="whitespace-nowrap rounded-sm text-accent underline underline-offset-2"
              >
                In Insights
              </Link>
            ),
          },
          ...(settings.data?.some((one) => one.second_opinion_by !== null)
            ? [{ head: 'Second opinion', cell: (one: SchemaSettings) => opinionWords(one, choices.data) }]
            : []),
        ]}
        whenEmpty="These settings apply to schemas. Create a schema first."
        onEdit={mayChange ? setEdited : null}
      />
      {edited ? <ApprovalDialog settings={edited} schema={schemaOf(edited.schema_id)} onClose={() => setEdited(null)} /> : null}
    </SettingsPage>
  );
}

function opinionWords({ second_opinion_by: id }: SchemaSettings, choices: readonly DeploymentChoice[] | undefined): string | null {
  if (id === null || !choices) return null;
  return choices.find((choice) => choice.id === id)?.name ?? 'Not connected any more';
}

function ruleWords({ second_approval: rule }: SchemaSettings, schema: Schema | null): string | null {
  if (rule.when === 'never') return null;
  if (rule.when === 'always') return 'Always';
  return `${labelOf(schema, `/${rule.field}`)} over ${rule.amount.toLocaleString('en')}`;
}
