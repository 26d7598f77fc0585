'use client';

import { Fragment, useId, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { FieldChanges, type PreviewedDocuments, type Terms } from './field-changes.tsx';
import type { FieldComparison } from './sum-comparisons.ts';

type ComparedFieldsProps = {
  fields: readonly FieldComparison[];
  documents: PreviewedDocuments;
  /** What the two versions are called. */
  before: string;
  after: string;
  /** What their values are called; default: those of before and after. */
  terms?: Terms | undefined;
};

const BEFORE_AND_AFTER: Terms = ['Before', 'After'];

/** Every field of the draft with what it gains and loses; one with changes opens to them. */
export function ComparedFields({ fields, documents, before, after, terms = BEFORE_AND_AFTER }: ComparedFieldsProps) {
  return (
    <div className="overflow-x-auto rounded-md border bg-surface">
      <Table label="Fields compared">
        <thead>
          <tr>
            <HeadCell>Field</HeadCell>
            <HeadCell className="text-right max-md:hidden">{before}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{after}</HeadCell>
            <HeadCell className="text-right">Gained</HeadCell>
            <HeadCell className="text-right">Lost</HeadCell>
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {fields.map((field) => (
            <FieldRow key={field.field} field={field} documents={documents} terms={terms} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function FieldRow({ field, documents, terms }: { field: FieldComparison; documents: PreviewedDocuments; terms: Terms }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { label, values, right_before, right_after, gains, losses, found, changes } = field;
  const isNew = values === 0 && found > 0;
  return (
    <Fragment>
      <tr>
        <BodyCell>
          {changes.length > 0 ? (
            <DisclosureButton isOpen={isOpen} onToggle={setOpen} controls={id} className="font-medium">
              <bdi>{label}</bdi>
            </DisclosureButton>
          ) : (
            <bdi className="block pl-5">{label}</bdi>
          )}
        </BodyCell>
        <BodyCell className="whitespace-nowrap text-right tabular-nums max-md:hidden">
          {values > 0 ? `${right_before} of ${values}` : <span className="text-ink-faint">–</span>}
        </BodyCell>
        <BodyCell className="whitespace-nowrap text-right tabular-nums max-md:hidden">
          {values > 0 ? `${right_after} of ${values}` : isNew ? `${found} found` : <span className="text-ink-faint">–</span>}
        </BodyCell>
        <BodyCell className={classNames('text-right tabular-nums', gains > 0 ? 'font-medium text-ok' : 'text-ink-faint')}>
          {gains > 0 ? `+${gains}` : isNew ? 'new' : '0'}
        </BodyCell>
        <BodyCell className={classNames('text-right tabular-nums', losses > 0 ? 'font-medium text-bad' : 'text-ink-faint')}>
          {losses > 0 ? `−${losses}` : '0'}
        </BodyCell>
      </tr>
      {isOpen ? (
        <tr id={id}>
          <td colSpan={5} className="border-b bg-canvas p-3">
            <FieldChanges label={label} type={field.type} changes={changes} documents={documents} terms={terms} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
