'use client';

import { Fragment, useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { countOpenFlags, describeOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { listSections, type Section } from '#lib/document/review/list-sections.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { FlagStop } from '../fields/flag-stop.tsx';
import { candidateKey, findOffer, KEYED_CANDIDATES, listCandidates, WHY } from '../fields/list-candidates.ts';
import { CONFIRM_TABLE, confirmTable } from '../rows/confirm-table.ts';
import { DOCUMENT_STOP } from '../session/list-stops.ts';
import { listTargets } from '../session/list-targets.ts';
import { type Review, useReview, useReviewActs } from '../session/review-context.ts';
import { FieldsFoot } from './fields-foot.tsx';
import { TABLE_KEYS, TYPING_KEYS } from './fixed-keys.ts';
import { listHints } from './list-hints.ts';

const NO_KEYS: readonly Shortcut[] = [];
const RowsGrid = lazyWithPrefetch(async () => (await import('../rows/rows-grid.tsx')).RowsGrid);
const ConfirmFlaggedDialog = lazyWithPrefetch(async () => (await import('../rows/confirm-flagged-dialog.tsx')).ConfirmFlaggedDialog);
const WhyPopover = lazyWithPrefetch(async () => (await import('../fields/why-popover.tsx')).WhyPopover);

const HEADINGS: Record<NonNullable<Section['kind']>, string> = { parties: 'Parties', dates: 'Dates', amounts: 'Amounts' };

/** What a section is called; null where a heading would say nothing: above the first fields of no kind, and above a table. */
function headingOf({ kind, fields }: Section, at: number): string | null {
  if (kind !== null) return HEADINGS[kind];
  return at === 0 || fields[0]?.type === 'rows' ? null : 'Other';
}

/** Only fields with a flag, as the person wants it: those that had one then, also once it is answered, and those that have one now. */
function useOnlyFlagged(flagged: ReadonlySet<string>) {
  const [wanted, setWanted] = useState<ReadonlySet<string> | null>(null);
  return {
    isOn: wanted !== null,
    set: (isOn: boolean) => setWanted(isOn ? flagged : null),
    isShown: ({ name }: Field) => wanted === null || wanted.has(name) || flagged.has(name),
  };
}

type FieldKeys = {
  review: Review;
  explain: () => void;
  onlyFlagged: ReturnType<typeof useOnlyFlagged>;
  /** The table in focus. */
  table: string | undefined;
  confirmWholeTable: (table: string) => void;
};

/** The keys of the fields as a whole, and of the one in focus. */
function useFieldKeys({ review, explain, onlyFlagged, table, confirmWholeTable }: FieldKeys): void {
  const { schema, flags } = review.detail;
  const takeCandidate = (index: number) => {
    const target = listTargets(review.detail).find(({ pointer }) => pointer === review.focused);
    const candidate = target && listCandidates(target.field, target.merged)[index];
    if (!target || !candidate || !review.canEdit) return false;
    review.act({ kind: 'correct', pointer: target.pointer, value: candidate.value, evidence: candidate.evidence });
  };
  useShortcuts('Fields', [
    { ...WHY, label: 'Why this value', whileTyping: true, isDisabled: review.focused === null, run: () => explain() },
    ...Array.from(
      { length: KEYED_CANDIDATES },
      (_, index): Shortcut => ({
        ...candidateKey(index),
        label: `Use candidate ${index + 1}`,
        whileTyping: true,
        isKeyOnly: true,
        isDisabled: !review.canEdit || review.focused === null,
        run: () => takeCandidate(index),
      }),
    ),
    {
      ...CONFIRM_TABLE,
      label: 'Confirm the table in focus',
      whileTyping: true,
      isDisabled: !review.canEdit || table === undefined,
      run: () => table !== undefined && confirmWholeTable(table),
    },
    {
      id: 'fields.only-flagged',
      keys: ['Alt+o'],
      label: 'Show only flagged fields, or all',
      whileTyping: true,
      isDisabled: flags.length === 0 && !onlyFlagged.isOn,
      run: () => onlyFlagged.set(!onlyFlagged.isOn),
    },
  ]);
  useShortcuts('In a field', TYPING_KEYS);
  useShortcuts('In a table', schema?.fields.some(({ type }) => type === 'rows') ? TABLE_KEYS : NO_KEYS);
}

/** All fields under headings in the schema's order, or only those with a flag. */
export function FieldList() {
  const review = useReview();
  const { isDecided } = useReviewActs();
  const [explained, setExplained] = useState<string | null>(null);
  const { schema, fields, flags } = review.detail;
  /** The table whose rows with a flag are asked about. */
  const [asked, setAsked] = useState<string | null>(null);
  const confirmWholeTable = (table: string) => confirmTable(review, table) && setAsked(table);
  const table = schema?.fields.find(({ name, type }) => type === 'rows' && parsePointer(review.focused ?? '')[0] === name)?.name;
  const flaggedFields = new Set(flags.flatMap((flag) => parsePointer(flag.pointer)[0] ?? []));
  const onlyFlagged = useOnlyFlagged(flaggedFields);
  /** Values that have had a flag on this screen: they stay large, so that nothing moves when it is answered. */
  const wereFlagged = useRef(new Set<string>());
  for (const { pointer } of flags) wereFlagged.current.add(pointer);
  useFieldKeys({ review, explain: () => setExplained(review.focused), onlyFlagged, table, confirmWholeTable });
  if (!schema || !fields) return null;
  const taken = new Set<unknown>(Object.values(fields).flatMap((entry) => (Array.isArray(entry) ? [] : [entry.value])));
  const isShown = (field: Field) =>
    fields[field.name] !== undefined && (onlyFlagged.isShown(field) || review.focused?.startsWith(formatPointer(field.name)));
  const documentFlags = review.flagsOf(DOCUMENT_STOP);
  const draw = (field: Field) => {
    const entry = fields[field.name]!;
    if (Array.isArray(entry)) return <RowsGrid key={field.name} field={field} rows={entry} onConfirm={confirmWholeTable} />;
    return (
      <FieldRow
        key={field.name}
        field={field as RowField}
        merged={entry}
        flags={review.flagsOf(entry.pointer)}
        wasFlagged={wereFlagged.current.has(entry.pointer)}
        offerAt={findOffer(field as RowField, entry, review.flagsOf(entry.pointer), taken)}
        isFocused={review.focused === entry.pointer}
        isHovered={review.hovered === entry.pointer}
        onExplain={setExplained}
      />
    );
  };
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      {documentFlags.length > 0 ? (
        <div className="border-b px-3 py-1">
          <FlagStop pointer={DOCUMENT_STOP} label="The document" flags={documentFlags} />
        </div>
      ) : null}
      <ol aria-label="Fields" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {listSections(schema.fields).map((section, at) => {
          const shown = section.fields.filter(isShown);
          const heading = headingOf(section, at);
          return (
            <Fragment key={section.fields[0]?.name}>
              {heading !== null && shown.length > 0 ? (
                <li className="flex h-5.5 items-end border-b bg-canvas px-3 pb-0.5">
                  <h2 className="font-medium text-2xs text-ink-faint leading-4">{heading}</h2>
                </li>
              ) : null}
              {shown.map(draw)}
            </Fragment>
          );
        })}
      </ol>
      {isDecided ? null : (
        <FieldsFoot
          words={describeOpenFlags(countOpenFlags(flags))}
          onlyFlagged={onlyFlagged}
          isDisabled={flags.length === 0 && !onlyFlagged.isOn}
          hints={review.canEdit ? listHints(review.focused) : []}
        />
      )}
      {asked === null ? null : <ConfirmFlaggedDialog table={asked} onClose={() => setAsked(null)} />}
      {explained === null ? null : <WhyPopover pointer={explained} onClose={() => setExplained(null)} />}
    </div>
  );
}
