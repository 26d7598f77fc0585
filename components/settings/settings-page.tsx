import type { ReactNode } from 'react';

export type SettingsPageProps = {
  title: string;
  /** One sentence under the title. */
  words?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The head and body of one section of the settings. */
export function SettingsPage({ title, words, actions, children }: SettingsPageProps) {
  return (
    <div className="max-w-240 px-6 py-5 max-md:px-4">
      <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h1 className="font-semibold text-lg">{title}</h1>
          {words ? <p className="mt-0.5 text-ink-muted">{words}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      <div className="flex flex-col gap-8">{children}</div>
    </div>
  );
}

/** A part of a section, with a heading of its own. */
export function SettingsPart({ title, words, children }: { title: string; words?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="font-semibold text-base">{title}</h2>
      {words ? <p className="mt-0.5 text-ink-muted">{words}</p> : null}
      <div className="mt-3">{children}</div>
    </section>
  );
}
