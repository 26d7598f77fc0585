'use client';

import { Fragment } from 'react';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { type HeaderMenuProps, MoreButton } from './header-buttons.tsx';
import { listDocumentCommands } from './list-document-commands.ts';
import { useDocumentCommands } from './use-document-commands.ts';

/** What else can be done with the document. */
export function MoreMenu({ isWanted, ...menus }: HeaderMenuProps & { isWanted?: boolean }) {
  const all = listDocumentCommands(menus);
  useDocumentCommands(all);
  return (
    <Menu label="More" isWanted={isWanted} trigger={<MoreButton />}>
      {all
        .filter((command) => command.isPossible && !('isButton' in command))
        .map(({ id, label, Icon, isDanger = false, ...does }) => (
          <Fragment key={id}>
            {isDanger ? <MenuSeparator /> : null}
            <MenuItem
              icon={<Icon size={14} aria-hidden />}
              label={label}
              isDanger={isDanger}
              {...('run' in does ? { onAction: does.run } : { href: does.href, ...(does.isFile ? { download: '' } : {}) })}
            />
          </Fragment>
        ))}
    </Menu>
  );
}
