'use client';

import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem as AriaMenuItem, MenuSection } from 'react-aria-components/Menu';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { ROLE_WORDS } from '#components/shared/role-words.ts';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { optionStyle } from '#components/ui/layers/popover-style.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSignOut } from '#lib/client/team/session.ts';
import { chooseTheme, presentTheme, type Theme } from './theme.ts';
import { UserButton } from './user-button.tsx';

const THEMES: { id: Theme; label: string; icon: typeof Sun }[] = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
];

/** Who is signed in, colours, keys, sign-out. */
export function UserMenu({ onShowShortcuts, isWanted }: { onShowShortcuts: () => void; isWanted?: boolean }) {
  const user = useCurrentUser();
  const signOut = useSignOut();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(presentTheme()), []);
  return (
    <Menu label="Account" isWanted={isWanted} trigger={<UserButton />}>
      <MenuSection aria-label="You">
        <Header className="px-2 py-1.5">
          <span className="block font-medium">{user.name}</span>
          <span className="block text-ink-muted text-xs">
            {user.email} · {ROLE_WORDS[user.role]}
          </span>
        </Header>
      </MenuSection>
      <MenuSeparator />
      <MenuSection
        selectionMode="single"
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const next = [...keys][0] as Theme | undefined;
          if (!next) return;
          chooseTheme(next);
          setTheme(next);
        }}
      >
        <Header className="px-2 pt-1 pb-1 font-medium text-2xs text-ink-faint">Colours</Header>
        {THEMES.map(({ id, label, icon: Icon }) => (
          <AriaMenuItem key={id} id={id} textValue={label} className={optionStyle}>
            {({ isSelected }) => (
              <>
                <Icon size={14} aria-hidden className={isSelected ? 'text-accent' : 'text-ink-muted'} />
                <span className={isSelected ? 'font-medium' : undefined}>{label}</span>
              </>
            )}
          </AriaMenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
      <MenuItem icon={<CircleUser size={14} aria-hidden />} label="Your account" href="/settings/account" />
      <MenuItem icon={<Keyboard size={14} aria-hidden />} label="Keyboard" shortcut="?" onAction={onShowShortcuts} />
      <MenuItem
        icon={<LogOut size={14} aria-hidden />}
        label="Sign out"
        onAction={() =>
          signOut.mutate(undefined, {
            onError: (error) => showToast({ tone: 'bad', title: 'You are still signed in', detail: errorMessage(error) }),
          })
        }
      />
    </Menu>
  );
}
