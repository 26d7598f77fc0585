'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { HoursField } from '#components/shared/queues/hours-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { retentionCountQuery, useSaveRetention } from '#lib/client/team/schema-settings.ts';
import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';

/** Changes how long documents of a schema are kept; says beforehand how many that removes at once. */
export function RetentionDialog({ settings, onClose }: { settings: SchemaSettings; onClose: () => void }) {
  const [days, setDays] = useState(settings.retention_days);
  const asked = useDeferredValue(days);
  const isAsked = asked !== null && asked > 0;
  const count = useQuery({ ...retentionCountQuery(settings.schema_id, asked ?? 1), enabled: isAsked });
  const save = useSaveRetention(settings.schema_id);
  // nobody removes documents without having seen how many
  const isReady = days === null || (isAsked && asked === days && count.data !== undefined && !count.isFetching);
  const due = days === null ? 0 : (count.data?.due ?? 0);
  const submit = () => {
    if (isReady) save.mutate(days, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Retention of ${settings.schema_name}`}
      isOpen
      onClose={onClose}
      submitLabel={due > 0 ? `Save and remove ${countOf(due, 'document')}` : 'Save'}
      submitVariant={due > 0 ? 'danger' : 'primary'}
      onSubmit={submit}
      isPending={save.isPending}
      isDisabled={!isReady}
    >
      {save.isError ? <Notice tone="bad">{errorMessage(save.error)}</Notice> : null}
      <HoursField
        label="Days after approval"
        description="Leave empty to keep documents permanently."
        placeholder="Kept permanently"
        value={days}
        onChange={setDays}
        maximum={36_500}
      />
      <div aria-live="polite">
        {count.isError ? (
          <Notice tone="bad" title="The documents that would be deleted could not be counted">
            {errorMessage(count.error)}
          </Notice>
        ) : isAsked && count.data ? (
          <Notice tone={count.data.due > 0 ? 'warn' : 'info'}>
            {count.data.due > 0
              ? `${countOf(count.data.due, 'approved document')} of ${count.data.approved.toLocaleString('en')} will be deleted permanently within a minute.`
              : `None of ${countOf(count.data.approved, 'approved document')} is that old yet.`}
            {count.data.held > 0
              ? ` ${countOf(count.data.held, 'more', 'more')} will be kept: as quality samples that nobody has checked, or because an attached document is not approved or must be kept longer.`
              : ''}
          </Notice>
        ) : null}
      </div>
    </FormDialog>
  );
}
