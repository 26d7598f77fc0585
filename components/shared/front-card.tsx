import type { ReactNode } from 'react';
import { Logo } from '#components/shared/logo.tsx';

/** The one card of the screens before the session. */
export function FrontCard({ title, children, words }: { title: string; words?: string; children: ReactNode }) {
  return (
    <main className="grid h-full place-items-center overflow-auto p-4">
      <div className="w-full max-w-90">
        <div className="mb-6 flex justify-center">
          <Logo />
        </div>
        <div className="rounded-lg border bg-surface p-6 shadow-sm">
          <h1 className="font-semibold text-lg">{title}</h1>
          {words ? <p className="mt-1 text-ink-muted">{words}</p> : null}
          <div className="mt-5">{children}</div>
        </div>
      </div>
    </main>
  );
}
