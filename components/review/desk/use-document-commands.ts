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
  const shortcuts = commands.map((command) => {
    const run = 'run' in command ? command.run : () => (command.isFile ? saveFile(command.href) : router.push(command.href));
    return { id: `document.${command.id}`, keys: [], label: command.label, isDisabled: !command.isPossible, run };
  });
  useShortcuts('Document', shortcuts);
}

/** As a press of a link that gives a file. */
function saveFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
