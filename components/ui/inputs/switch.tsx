import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type SwitchProps = {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  className?: string;
  children?: ReactNode;
};

/** On or off, with effect at once: the browser's own check box, drawn as a switch. */
export function Switch({ isSelected, onChange, isDisabled = false, className, children }: SwitchProps) {
  return (
    <label className={classNames('relative inline-flex items-center gap-2 text-sm', isDisabled && 'opacity-50', className)}>
      <input
        type="checkbox"
        role="switch"
        checked={isSelected}
        aria-checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 size-full appearance-none opacity-0"
      />
      <span
        aria-hidden
        className="flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-100 *:transition-transform *:duration-100 peer-checked:bg-accent-fill peer-checked:*:translate-x-3 peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-1"
      >
        <span className="size-3 rounded-full bg-on-accent shadow-sm" />
      </span>
      {children}
    </label>
  );
}
