import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent-fill text-on-accent data-hovered:bg-accent-hover data-pressed:bg-accent-hover',
  secondary: 'bg-surface text-ink border border-line-strong data-hovered:bg-hover data-pressed:bg-pressed',
  quiet: 'text-ink-muted data-hovered:bg-hover data-hovered:text-ink data-pressed:bg-pressed aria-expanded:bg-hover',
  danger: 'bg-bad-fill text-on-accent data-hovered:bg-bad-hover data-pressed:bg-bad-hover',
};

const SIZES: Record<ButtonSize, string> = {
  small: 'h-6 px-2 gap-1 text-xs',
  medium: 'h-7 px-2.5 gap-1.5 text-sm',
  large: 'h-8 px-3 gap-1.5 text-sm',
};

const SQUARES: Record<ButtonSize, string> = { small: 'size-6', medium: 'size-7', large: 'size-8' };

/** Classes of a button; `square` is for buttons that show only an icon. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize, square = false): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors duration-75',
    'data-disabled:opacity-45 data-pending:opacity-70',
    VARIANTS[variant],
    square ? SQUARES[size] : SIZES[size],
  );
}
