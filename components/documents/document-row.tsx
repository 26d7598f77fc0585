'use client';

import { useRouter } from 'next/navigation';
import { type MouseEvent, memo } from 'react';
import { documentAddress } from '#components/shared/documents/document-address.ts';
import { stayOffline } from '#components/shared/stay-offline.ts';
import { classNames } from '#components/ui/class-names.ts';
import { RowCheckbox } from '#components/ui/inputs/row-checkbox.tsx';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { Column, RowPlace } from './document-cells.tsx';

export type DocumentRowProps = RowPlace & {
  document: DeskDocument;
  columns: readonly Column[];
  /** Place on this page of the list. */
  index: number;
  /** Place in the whole list, from 0. */
  position: number;
  isSelected: boolean;
  isActive: boolean;
  onToggle: (id: string, range: boolean) => void;
  onActivate: (index: number) => void;
};

/** One document of the list. A press anywhere but on a control opens it. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document, index, position, isSelected, isActive, onToggle, onActivate, depth, family, isFolded, onFold, found, columns } = props;
  const place = { depth, family, isFolded, onFold, found };
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || (event.target as Element).closest('a, button, label, input')) return;
    if (window.getSelection()?.toString()) return;
    onActivate(index);
    if (event.metaKey || event.ctrlKey || event.shiftKey) onToggle(document.id, event.shiftKey);
    else if (!stayOffline()) router.push(documentAddress(document.id, found));
  };
  return (
    <tr
      data-row={index}
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      onClick={open}
      className={classNames('group', found ? 'h-13' : 'h-9', isSelected ? 'bg-selected' : isActive ? 'bg-hover' : 'hover:bg-hover')}
    >
      <td className={classNames('border-b pl-3', isActive && 'shadow-[inset_2px_0_0_var(--color-accent)]')}>
        <RowCheckbox
          label={`Select ${document.name}`}
          isSelected={isSelected}
          onChange={() => onToggle(document.id, false)}
          tabIndex={isActive ? 0 : -1}
        />
      </td>
      {columns.map((column) => (
        <td key={column.id} className={classNames('border-b px-3', column.isNumber && 'text-right', column.className)}>
          {column.cell(document, isActive, place)}
        </td>
      ))}
    </tr>
  );
});
