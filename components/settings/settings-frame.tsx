'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-aria-components';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { SETTINGS_SECTIONS } from '#components/shared/settings-sections.ts';
import { classNames } from '#components/ui/class-names.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { hasRole } from '#lib/contract/desk/has-role.ts';

/** The list of sections at the left, the chosen one beside it; who may not see a section is told so. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const { role } = useCurrentUser();
  const isAt = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the sections stand in a line that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another section is shown
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const here = SETTINGS_SECTIONS.find(({ href }) => isAt(href));
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <nav
        ref={nav}
        aria-label="Settings"
        className="flex shrink-0 gap-0.5 border-r bg-surface p-2 max-md:overflow-x-auto max-md:border-r-0 max-md:border-b md:w-52 md:flex-col"
      >
        {SETTINGS_SECTIONS.filter((section) => hasRole(role, section.role)).map(({ href, label, icon: Icon }) => (
          <Link
            key={href}
            href={href}
            aria-current={isAt(href) ? 'page' : undefined}
            className={classNames(
              'flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm data-hovered:bg-hover data-hovered:text-ink',
              isAt(href) ? 'bg-hover font-medium text-ink' : 'text-ink-muted',
            )}
          >
            <Icon size={15} aria-hidden className="shrink-0" />
            {label}
          </Link>
        ))}
      </nav>
      <div className="min-h-0 min-w-0 flex-1 overflow-auto">
        {here && !hasRole(role, here.role) ? (
          <EmptyState title={`You cannot open “${here.label}”`}>
            Your role does not allow these settings. Ask an admin if you need them.
          </EmptyState>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
