'use client';

import { useRouter } from 'next/navigation';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import type { DocumentCommand } from './list-document-commands.ts';

/**
 * What can be done with the whole document, for the palette and for whoever gives it a key. They come with none: they are
 * rare, and keys are for what is done all day.
 */
export function useDocumentCommands(commands: readonly DocumentCommand[]): void {
  const router = useRouter();
  const shortcuts = commands.flatMap((command) => {
    // A browser gives a file only to a link that is pressed.
    if ('href' in command && command.isFile) return [];
    const run = 'run' in command ? command.run : () => router.push(command.href);
    return [{ id: `document.${command.id}`, keys: [], label: command.label, isDisabled: !command.isPossible, run }];
  });
  useShortcuts('Document', shortcuts);
}
