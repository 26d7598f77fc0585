'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FilePlus2, FlaskConical, FolderUp, Plus } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';
import { DropDeploymentSelect } from '#components/upload/drop-deployment-select.tsx';
import { DropSchemaSelect } from '#components/upload/drop-schema-select.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { ExportMenu } from './actions/export-menu.tsx';
import { FiltersMenu } from './filters/filters-menu.tsx';
import { useFilterNames } from './filters/use-filter-names.ts';
import { filterChoices } from './list/list-filters.ts';
import { ListSearch } from './list/list-search.tsx';
import type { ListState } from './list/use-list-state.ts';
import { ViewsMenu } from './views/views-menu.tsx';

export type DocumentsHeaderProps = {
  list: ListState;
  total: number;
  mayAdd: boolean;
  searchRef: RefObject<HTMLInputElement | null>;
  filtersRef: RefObject<HTMLButtonElement | null>;
  onAddFiles: () => void;
  onAddFolder: () => void;
  onSamples: () => void;
  /** Tabs, or the bar of the selection. */
  children: ReactNode;
};

/** Title, ways to add and to take out; below, what the list shows. */
export function DocumentsHeader({
  list,
  total,
  mayAdd,
  searchRef,
  filtersRef,
  onAddFiles,
  onAddFolder,
  onSamples,
  children,
}: DocumentsHeaderProps) {
  return (
    <div className="shrink-0 bg-canvas">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 pt-3 pb-2">
        <h1 className="font-semibold text-lg">Documents</h1>
        <ViewsMenu list={list} />
        <div className="flex flex-1 flex-wrap items-center gap-2 max-md:order-last max-md:basis-full">
          <ListSearch list={list} inputRef={searchRef} />
          <SchemaFilter list={list} />
          <AssignedFilter list={list} />
          <FiltersMenu list={list} buttonRef={filtersRef} />
        </div>
        <div className="ml-auto flex items-center gap-2">
          {total > 0 ? <ExportMenu order={{ which: { filter: list.query }, count: total }} /> : null}
          {mayAdd ? (
            <>
              <DropDeploymentSelect className="w-44 max-lg:hidden" />
              <DropSchemaSelect className="w-52 max-xl:w-40 max-sm:hidden" />
              <AddMenu onAddFiles={onAddFiles} onAddFolder={onAddFolder} onSamples={onSamples} />
            </>
          ) : null}
        </div>
      </div>
      <div className="flex items-center gap-2 border-b px-1.5">{children}</div>
    </div>
  );
}

function SchemaFilter({ list }: { list: ListState }) {
  const schemas = useQuery(schemasQuery);
  const options = [{ id: '', label: 'Any schema' }, ...(schemas.data ?? []).map(({ id, name }) => ({ id, label: name }))];
  return (
    <Select
      aria-label="Filter by schema"
      options={options}
      value={options.some(({ id }) => id === list.state.schema) ? list.state.schema : ''}
      onChange={(schema) => list.show({ schema })}
      dense
      className="w-36 max-xl:w-32"
    />
  );
}

/** Where there is room for it; else it is one of the filters in the menu. */
function AssignedFilter({ list }: { list: ListState }) {
  const names = useFilterNames({ people: true, queues: false, deployments: false });
  const options = [{ id: '', label: 'Anyone' }, ...filterChoices('assigned', names)];
  return (
    <Select
      aria-label="Filter by person"
      options={options}
      value={options.some(({ id }) => id === list.state.assigned) ? list.state.assigned : ''}
      onChange={(assigned) => list.show({ assigned })}
      dense
      className="w-36 max-xl:hidden"
    />
  );
}

function AddMenu({ onAddFiles, onAddFolder, onSamples }: Pick<DocumentsHeaderProps, 'onAddFiles' | 'onAddFolder' | 'onSamples'>) {
  return (
    <div className="flex">
      <Button variant="primary" icon={<Plus size={15} aria-hidden />} onPress={onAddFiles} className="rounded-r-none">
        <span>
          Add<span className="max-md:hidden"> documents</span>
        </span>
      </Button>
      <Menu
        label="More ways to add"
        trigger={
          <Button variant="primary" aria-label="More ways to add" className="rounded-l-none border-on-accent/25 border-l px-1.5">
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<FilePlus2 size={14} aria-hidden />} label="Files" onAction={onAddFiles} />
        <MenuItem icon={<FolderUp size={14} aria-hidden />} label="A folder and its subfolders" onAction={onAddFolder} />
        <MenuItem icon={<FlaskConical size={14} aria-hidden />} label="Samples" onAction={onSamples} />
      </Menu>
    </div>
  );
}
