'use client';

/** A day, typed or chosen; empty when none. `value`: `2026-03-12`. */
export function DayField(props: { label: string; lead: string; value: string; onChange: (value: string) => void }) {
  const { label, lead, value, onChange } = props;
  return (
    <label className="control flex h-7 items-center gap-1.5 px-2 text-sm">
      <span className="text-ink-faint">{lead}</span>
      <input
        type="date"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={value ? 'bg-transparent outline-none' : 'bg-transparent text-ink-faint outline-none'}
      />
    </label>
  );
}
