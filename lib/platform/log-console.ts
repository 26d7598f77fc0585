import { format, stripVTControlCharacters } from 'node:util';
import type { Log } from './log.ts';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;
/** Characters of what is printed at once. */
const MOST = 500;

/**
 * Has what libraries print to the console stand in the log, as lines of its form: Next prints errors there that it met itself. Of an error
 * the log tells what it tells of others; of anything else its first line, so that neither a stack nor the parameters of a statement get into it.
 * @returns how to undo it
 */
export function logConsole(log: Log, target: Pick<Console, keyof typeof LEVELS> = console): () => void {
  const before = { ...target };
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, (typeof LEVELS)[keyof typeof LEVELS]][]) {
    target[method] = (...words: unknown[]) => {
      const error = words.find((word) => word instanceof Error);
      const text = stripVTControlCharacters(format(...words.filter((word) => typeof word !== 'object')).trim()).split('\n', 1)[0]!;
      if (text !== '' || error)
        log[level]('printed by a library', { ...(text === '' ? {} : { text: text.slice(0, MOST) }), ...(error ? { error } : {}) });
    };
  }
  return () => Object.assign(target, before);
}
