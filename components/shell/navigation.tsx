'use client';

import { FileStack, LayoutGrid, ListChecks, ScrollText, Settings } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Link } from 'react-aria-components';
import { classNames } from '#components/ui/class-names.ts';
import { useMay } from './current-user.ts';

/** The main places. */
export function Navigation() {
  const pathname = usePathname();
  const isAdmin = useMay('admin');
  const places = [
    { href: '/documents', label: 'Documents', icon: FileStack },
    { href: '/fields', label: 'One field', icon: LayoutGrid },
    { href: '/schemas', label: 'Schemas', icon: ListChecks },
    ...(isAdmin ? [{ href: '/audit', label: 'Audit', icon: ScrollText }] : []),
    { href: '/settings', label: 'Settings', icon: Settings },
  ];
  return (
    <nav aria-label="Main" className="flex items-center gap-0.5">
      {places.map(({ href, label, icon: Icon }) => {
        const isHere = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            aria-label={label}
            className={classNames(
              'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm data-hovered:bg-hover data-hovered:text-ink',
              isHere ? 'bg-hover font-medium text-ink' : 'text-ink-muted',
            )}
          >
            <Icon size={15} aria-hidden />
            <span className="max-sm:hidden">{label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
