'use client';

import { Select } from '#components/ui/inputs/select.tsx';
import type { Priority } from '#lib/contract/desk/queue.ts';
import { PRIORITY_WORDS } from '../priority-words.ts';

const LEVELS = [2, 1, 0, -1] as const;

/** A priority, or none. */
export function PrioritySelect(props: { label: string; value: Priority | null; onChange: (value: Priority | null) => void }) {
  const { label, value, onChange } = props;
  return (
    <Select
      label={label}
      options={[{ id: '', label: 'Not set' }, ...LEVELS.map((level) => ({ id: String(level), label: PRIORITY_WORDS[level] ?? '' }))]}
      value={value === null ? '' : String(value)}
      onChange={(id) => onChange(id === '' ? null : (Number(id) as Priority))}
    />
  );
}
