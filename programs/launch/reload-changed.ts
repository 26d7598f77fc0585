import type { ChildProgram } from './child-program.ts';
import { watchBuilt } from './watch-built.ts';

/**
 * Starts programs again when they were built anew (`npm run dev`), each in good order: what it has in hand is done first. A
 * change of a child process's program (`…-child`) starts all of them again, for each may use it. Returns how to end it.
 * @param programs those that run now @param folder where the built programs are @param say gets a line for the person
 */
export function reloadChanged(options: {
  programs: readonly Pick<ChildProgram, 'name' | 'restart'>[];
  folder: string;
  limitMs: number;
  say: (line: string) => void;
}): () => void {
  const { programs, say } = options;
  return watchBuilt(options.folder, (names) => {
    if (names.includes('launcher')) say('The launcher changed: stop and start "npm run dev" again to use it.');
    const isForAll = names.some((name) => name.endsWith('-child'));
    for (const program of programs) {
      if (isForAll || names.includes(program.name)) void reload(program, options.limitMs, say);
    }
  });
}

async function reload(program: Pick<ChildProgram, 'name' | 'restart'>, limitMs: number, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  const isReady = await program.restart(limitMs);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  say(
    isReady
      ? `Reloaded ${program.name} in ${seconds} s.`
      : `${program.name} did not start: see above. It is tried again after the next change.`,
  );
}
