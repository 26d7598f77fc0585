'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-aria-components';
import { useMay } from '#components/shared/current-user.ts';
import { thresholdsAddress } from '#components/shared/documents/insights-place.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaQuery } from '#lib/client/team/schemas.ts';
import { LearnedTab } from './learned/learned-tab.tsx';
import { SchemaOutline } from './outline/schema-outline.tsx';
import { SCHEMA_TABS, SchemaEditor } from './schema-editor.tsx';

/** The way back to the list. */
export function BackToSchemas() {
  return (
    <Link href="/schemas" aria-label="Back to schemas" className={buttonStyle('quiet', 'large', true)}>
      <ArrowLeft size={16} aria-hidden />
    </Link>
  );
}

/** One schema: to edit for those who may, to look at for the others. */
export function SchemaScreen({ schemaId }: { schemaId: string }) {
  const schema = useQuery(schemaQuery(schemaId));
  const mayEdit = useMay('schema_owner');
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(SCHEMA_TABS).withDefault('fields'));
  if (schema.isError) {
    return (
      <EmptyState
        title="The schema could not be loaded"
        actions={
          <>
            <LinkButton href="/schemas">Back to schemas</LinkButton>
            <Button variant="primary" onPress={() => schema.refetch()} isPending={schema.isFetching}>
              Try again
            </Button>
          </>
        }
      >
        {errorMessage(schema.error)}
      </EmptyState>
    );
  }
  if (schema.isPending) {
    return (
      <div className="grid flex-1 place-items-center text-ink-faint">
        <Spinner size={20} label="Loading the schema" />
      </div>
    );
  }
  if (mayEdit) {
    return <SchemaEditor schema={schema.data} lead={<BackToSchemas />} tab={tab} onTabChange={(next) => void setTab(next)} />;
  }
  const shown = tab === 'learned' ? 'learned' : 'fields';
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 px-3 pt-3 pb-2">
        <BackToSchemas />
        <h1 className="font-semibold text-lg">{schema.data.name}</h1>
        <span className="text-ink-muted">version {schema.data.version}</span>
        <LinkButton href={thresholdsAddress(schemaId)} className="ml-auto">
          Thresholds
        </LinkButton>
      </div>
      <Tabs
        label="Parts of the schema"
        items={[
          { id: 'fields', label: 'Fields', count: schema.data.fields.length },
          { id: 'learned', label: 'Learned' },
        ]}
        value={shown}
        onChange={(next) => void setTab(next)}
        className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:border-b [&>[role=tablist]]:px-1.5"
        panelClassName="flex min-h-0 flex-1 flex-col overflow-auto data-inert:hidden"
      >
        {shown === 'learned' ? (
          <LearnedTab schemaId={schemaId} />
        ) : (
          <div className="max-w-200 p-4">
            <SchemaOutline schema={schema.data} />
          </div>
        )}
      </Tabs>
    </div>
  );
}
