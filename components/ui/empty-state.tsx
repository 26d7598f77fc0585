import type { ReactNode } from 'react';

export type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; actions?: ReactNode };

/** Says why there is nothing here and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center gap-2 px-6 py-14 text-center">
      {icon ? (
        <div className="mb-2 flex size-11 items-center justify-center rounded-lg border bg-surface text-ink-muted">{icon}</div>
      ) : null}
      <h2 className="font-semibold text-lg">{title}</h2>
      {children ? <div className="text-ink-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
