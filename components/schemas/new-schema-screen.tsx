'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { findKeptDraft } from './draft-store.ts';
import { SchemaEditor } from './schema-editor.tsx';
import { BackToSchemas } from './schema-screen.tsx';

/** A schema from scratch, with `?from=ID` a copy of another, with `?imported` what was just imported. */
export function NewSchemaScreen() {
  const parameters = useSearchParams();
  const from = parameters.get('from');
  const [imported] = useState(() => (parameters.has('imported') ? findKeptDraft(null) : null));
  const schemas = useQuery({ ...schemasQuery, enabled: from !== null });
  const mayEdit = useMay('schema_owner');
  if (!mayEdit) return <EmptyState title="Only schema owners can create schemas">Ask an admin for this role.</EmptyState>;
  if (from !== null && schemas.isPending) {
    return (
      <div className="grid flex-1 place-items-center text-ink-faint">
        <Spinner size={20} label="Loading the schema" />
      </div>
    );
  }
  const original = schemas.data?.find(({ id }) => id === from);
  const copy = original && {
    name: `${original.name} (copy)`,
    description: original.description,
    fields: original.fields,
    rules: original.rules,
  };
  return <SchemaEditor schema={null} initial={imported ?? copy} lead={<BackToSchemas />} />;
}
