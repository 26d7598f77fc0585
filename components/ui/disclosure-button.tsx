import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type DisclosureButtonProps = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Id of the part that it opens. */
  controls: string;
  children: ReactNode;
  /** What stands at the other end of the line and belongs to the button. */
  end?: ReactNode;
  className?: string;
};

/** Opens and closes the part below it: a chevron, then the words. */
export function DisclosureButton({ isOpen, onToggle, controls, children, end, className }: DisclosureButtonProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const words = (
    <>
      <Chevron size={14} aria-hidden className="shrink-0 text-ink-muted" />
      {children}
    </>
  );
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={() => onToggle(!isOpen)}
      className={classNames('flex items-center text-left', end ? 'flex-wrap gap-x-3 gap-y-1' : 'gap-1.5 rounded-sm', className)}
    >
      {end ? <span className="flex min-w-0 flex-1 items-center gap-1.5">{words}</span> : words}
      {end}
    </button>
  );
}
