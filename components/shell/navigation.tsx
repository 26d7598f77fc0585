'use client';

import { usePathname } from 'next/navigation';
import { Link } from 'react-aria-components/Link';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { useNextForMe } from '#components/shared/queues/use-next-for-me.ts';
import { classNames } from '#components/ui/class-names.ts';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { PLACES } from './palette/places.ts';

/** The main places. */
export function Navigation() {
  const pathname = usePathname();
  const { role } = useCurrentUser();
  const next = useNextForMe();
  useShortcuts('Everywhere', [
    {
      id: 'everywhere.next-for-me',
      keys: ['n'],
      label: 'Next document for me',
      isDisabled: !hasRole(role, 'reviewer'),
      run: () => next.isPending || next.mutate(null),
    },
    {
      id: 'everywhere.next-for-me-typing',
      keys: ['Alt+j'],
      label: 'Next document for me, while typing',
      isSecondKey: true,
      whileTyping: true,
      isDisabled: !hasRole(role, 'reviewer'),
      run: () => next.isPending || next.mutate(null),
    },
  ]);
  return (
    <nav aria-label="Main" className="flex min-w-0 items-center gap-0.5 overflow-x-auto max-md:gap-0">
      {PLACES.filter((place) => hasRole(role, place.role)).map(({ href, label, icon: Icon }) => {
        const isHere = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            aria-label={label}
            className={classNames(
              'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm max-xl:gap-1 max-xl:px-1.5 data-hovered:bg-hover data-hovered:text-ink',
              isHere ? 'bg-hover font-medium text-ink' : 'text-ink-muted',
            )}
          >
            <Icon size={15} aria-hidden className="shrink-0" />
            <span className="whitespace-nowrap max-lg:hidden">{label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
