'use client';

import { ListTree } from 'lucide-react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { buttonStyle } from '#components/ui/button-style.ts';
import { popoverStyle } from '#components/ui/popover-style.ts';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { MergedValue } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';
import { useReview } from './review-context.ts';

/** The other values that were considered, with why; choosing one corrects the field and keeps its evidence. */
export function CandidateMenu({ field, merged }: { field: RowField; merged: MergedValue }) {
  const review = useReview();
  const others = merged.candidates.filter(
    (candidate) => formatValue(field.type, candidate.value) !== formatValue(field.type, merged.value),
  );
  if (!review.canEdit || others.length === 0) return null;
  // Key and id of an item are one: React Aria forbids that an item's id changes while the list does.
  const byId = new Map<string, (typeof others)[number]>();
  for (const candidate of others) {
    const name = `${JSON.stringify(candidate.value)} ${candidate.evidence.map(({ page, box }) => `${page}:${box?.join()}`).join(' ')}`;
    byId.set(byId.has(name) ? `${name} ${byId.size}` : name, candidate);
  }
  return (
    <MenuTrigger>
      <AriaButton aria-label={`Other candidates for ${field.label || field.name}`} className={buttonStyle('quiet', 'small', true)}>
        <ListTree size={14} aria-hidden />
      </AriaButton>
      <Popover className={popoverStyle} placement="bottom end">
        <Menu
          aria-label="Other candidates"
          className="max-w-96 outline-none"
          onAction={(key) => {
            const candidate = byId.get(String(key));
            if (candidate) review.act({ kind: 'correct', pointer: merged.pointer, value: candidate.value, evidence: candidate.evidence });
          }}
        >
          {[...byId].map(([id, candidate]) => (
            <MenuItem
              key={id}
              id={id}
              textValue={formatValue(field.type, candidate.value)}
              className="grid grid-cols-[1fr_auto] gap-x-4 rounded-sm px-2 py-1 text-sm outline-none data-focused:bg-hover"
            >
              <span className="truncate">{formatValue(field.type, candidate.value)}</span>
              <span className="text-ink-faint text-xs">{Math.floor(candidate.confidence * 100)} %</span>
              {candidate.reason ? <span className="col-span-2 text-ink-muted text-xs">{candidate.reason}</span> : null}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
