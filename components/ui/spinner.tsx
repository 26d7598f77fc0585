import { LoaderCircle } from 'lucide-react';

/** A turning circle; the words beside it say what is awaited. */
export function Spinner({ size = 16, label }: { size?: number; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center">
      <LoaderCircle size={size} aria-hidden className="animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
