'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-aria-components';
import { useMay } from '#components/shared/current-user.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaQuery } from '#lib/client/team/schemas.ts';
import { SchemaEditor } from './schema-editor.tsx';
import { SchemaOutline } from './schema-outline.tsx';

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
  if (mayEdit) return <SchemaEditor schema={schema.data} lead={<BackToSchemas />} />;
  return (
    <div className="flex-1 overflow-auto p-3">
      <div className="mb-3 flex items-center gap-2">
        <BackToSchemas />
        <h1 className="font-semibold text-lg">{schema.data.name}</h1>
        <span className="text-ink-muted">version {schema.data.version}</span>
      </div>
      <div className="max-w-200 px-1">
        <SchemaOutline schema={schema.data} />
      </div>
    </div>
  );
}
