'use client';

import { useState } from 'react';
import { TextField } from '#components/ui/inputs/text-field.tsx';

export type HoursFieldProps = {
  label: string;
  description?: string;
  /** What stands in the empty field. */
  placeholder?: string;
  value: number | null;
  onChange: (value: number | null) => void;
  maximum?: number;
};

/** A whole number that may be left out. What is no such number is not taken, and said. */
export function HoursField({ label, description, placeholder = 'Never', value, onChange, maximum = 10_000 }: HoursFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const isWrong = text.trim() !== '' && parse(text, maximum) === null;
  return (
    <TextField
      label={label}
      description={description}
      placeholder={placeholder}
      inputMode="numeric"
      value={text}
      onChange={(next) => {
        setText(next);
        // 0 stands for what cannot be: whoever saves it is refused
        onChange(next.trim() === '' ? null : (parse(next, maximum) ?? 0));
      }}
      {...(isWrong ? { error: `A whole number from 1 to ${maximum.toLocaleString('en')}, or nothing.` } : {})}
    />
  );
}

function parse(text: string, maximum: number): number | null {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= maximum ? number : null;
}
