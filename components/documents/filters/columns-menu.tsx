'use client';

import { Columns3 } from 'lucide-react';
import { nameOf } from '#components/shared/filters/filter-words.ts';
import { Button } from '#components/ui/button.tsx';
import { ChoiceMenu } from '#components/ui/layers/choice-menu.tsx';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { keepColumns } from '../list/kept-columns.ts';
import type { ListState } from '../list/use-list-state.ts';

/** More columns are nothing to read, and the service gives no more. */
const MOST = 12;

/** Chooses the fields that have a column in the list, in the order of the schema. */
export function ColumnsMenu({ list, schema }: { list: ListState; schema: Schema }) {
  const { columns } = list.state;
  const choose = (chosen: string[]) => {
    const next = chosen.slice(0, MOST);
    keepColumns(schema.id, next);
    const isSortGone = list.state.sort.startsWith('field:') && !next.includes(list.state.sort.slice('field:'.length));
    list.show({ columns: next, page: list.state.page, ...(isSortGone ? { sort: 'created_at', order: 'desc' } : {}) });
  };
  return (
    <ChoiceMenu
      label="Columns"
      options={schema.fields.map((field) => ({ id: field.name, label: nameOf(field) }))}
      chosen={columns}
      onChange={choose}
      trigger={
        <Button size="small" variant="quiet" icon={<Columns3 size={13} aria-hidden />}>
          Columns{columns.length > 0 ? ` (${columns.length})` : ''}
        </Button>
      }
    />
  );
}
