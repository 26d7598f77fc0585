'use client';

import { useState } from 'react';
import { type Shortcut, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { countOpenFlags, describeOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { FlagStop } from '../fields/flag-stop.tsx';
import { candidateKey, findOffer, KEYED_CANDIDATES, listCandidates } from '../fields/list-candidates.ts';
import { WHY } from '../fields/why-key.ts';
import { DOCUMENT_STOP } from '../session/list-stops.ts';
import { listTargets } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { TABLE_KEYS, TYPING_KEYS } from './fixed-keys.ts';

const NO_KEYS: readonly Shortcut[] = [];
const RowsGrid = lazyWithPrefetch(async () => (await import('../rows/rows-grid.tsx')).RowsGrid);
const WhyPopover = lazyWithPrefetch(async () => (await import('../fields/why-popover.tsx')).WhyPopover);

/** All fields in the schema's order, or only those with a flag. */
export function FieldList() {
  const review = useReview();
  const [onlyFlagged, setOnlyFlagged] = useState(false);
  const [explained, setExplained] = useState<string | null>(null);
  const { schema, fields, flags } = review.detail;
  const takeCandidate = (index: number) => {
    const target = listTargets(review.detail).find(({ pointer }) => pointer === review.focused);
    const candidate = target && listCandidates(target.field, target.merged)[index];
    if (!target || !candidate || !review.canEdit) return false;
    review.act({ kind: 'correct', pointer: target.pointer, value: candidate.value, evidence: candidate.evidence });
  };
  useShortcuts('Fields', [
    { ...WHY, label: 'Why this value', whileTyping: true, isDisabled: review.focused === null, run: () => setExplained(review.focused) },
    ...Array.from(
      { length: KEYED_CANDIDATES },
      (_, index): Shortcut => ({
        ...candidateKey(index),
        label: `Use candidate ${index + 1}`,
        whileTyping: true,
        isDisabled: !review.canEdit || review.focused === null,
        run: () => takeCandidate(index),
      }),
    ),
    {
      id: 'fields.only-flagged',
      keys: ['Alt+o'],
      label: 'Show only flagged fields, or all',
      whileTyping: true,
      isDisabled: flags.length === 0 && !onlyFlagged,
      run: () => setOnlyFlagged(!onlyFlagged),
    },
  ]);
  useShortcuts('In a field', TYPING_KEYS);
  useShortcuts('In a table', schema?.fields.some(({ type }) => type === 'rows') ? TABLE_KEYS : NO_KEYS);
  if (!schema || !fields) return null;
  const taken = new Set<unknown>(Object.values(fields).flatMap((entry) => (Array.isArray(entry) ? [] : [entry.value])));
  const flaggedFields = new Set(flags.flatMap((flag) => parsePointer(flag.pointer)[0] ?? []));
  const shown = schema.fields.filter(
    (field) => !onlyFlagged || flaggedFields.has(field.name) || review.focused?.startsWith(formatPointer(field.name)),
  );
  const documentFlags = review.flagsOf(DOCUMENT_STOP);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between border-b px-4 text-xs">
        <span className="text-ink-muted" role="status">
          {describeOpenFlags(countOpenFlags(flags))}
        </span>
        <Switch isSelected={onlyFlagged} onChange={setOnlyFlagged} isDisabled={flags.length === 0 && !onlyFlagged}>
          Only flagged fields
        </Switch>
      </div>
      {documentFlags.length > 0 ? (
        <div className="border-b px-3 py-1">
          <FlagStop pointer={DOCUMENT_STOP} label="The document" flags={documentFlags} />
        </div>
      ) : null}
      <ol aria-label="Fields" className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {shown.map((field) => {
          const entry = fields[field.name];
          if (entry === undefined) return null;
          return Array.isArray(entry) ? (
            <RowsGrid key={field.name} field={field} rows={entry} />
          ) : (
            <FieldRow
              key={field.name}
              field={field as RowField}
              merged={entry}
              flags={review.flagsOf(entry.pointer)}
              offerAt={findOffer(field as RowField, entry, review.flagsOf(entry.pointer), taken)}
              isFocused={review.focused === entry.pointer}
              isHovered={review.hovered === entry.pointer}
              onExplain={setExplained}
            />
          );
        })}
      </ol>
      {explained === null ? null : <WhyPopover pointer={explained} onClose={() => setExplained(null)} />}
    </div>
  );
}
