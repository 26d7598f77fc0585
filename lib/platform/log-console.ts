import { format, stripVTControlCharacters } from 'node:util';
import { isError } from './is-error.ts';
import type { Log } from './log.ts';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;
/** Characters of what is printed at once. */
const MOST = 500;
/** Signs, and at most the name of an error. */
const SAYS_NOTHING = /^[^\p{L}\p{N}]*(?:(?:Uncaught )?\w*(?:Error|Exception|Warning))?[^\p{L}\p{N}]*$/u;
/** A line of a stack, or the parameters of a statement. */
const STAYS_OUT = /^(?:at |params:)/;

/**
 * Has what libraries print to the console stand in the log, as lines of its form: Next prints errors there that it met itself. Of an error
 * the log tells what it tells of others; of a text its first line that says something, so that neither a stack nor the parameters of a
 * statement get into it; of another object, where nothing else says something, what it is.
 * @returns how to undo it
 */
export function logConsole(log: Log, target: Pick<Console, keyof typeof LEVELS> = console): () => void {
  const before = { ...target };
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, (typeof LEVELS)[keyof typeof LEVELS]][]) {
    target[method] = (...words: unknown[]) => {
      const text = shorten(format(...words.filter((word) => typeof word !== 'object')));
      const error = words.find(isError);
      const object = error || !SAYS_NOTHING.test(text) ? undefined : words.find((word) => typeof word === 'object' && word !== null);
      if (text === '' && !error && !object) return;
      log[level]('printed by a library', {
        ...(text === '' ? {} : { text }),
        ...(error ? { error } : {}),
        ...(object ? { object: describeObject(object) } : {}),
      });
    };
  }
  return () => Object.assign(target, before);
}

/** The first line, with the next one where it says nothing. */
function shorten(text: string): string {
  const [first = '', second = ''] = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isEnough = second === '' || !SAYS_NOTHING.test(first) || STAYS_OUT.test(second);
  return (isEnough ? first : `${first} ${second}`).slice(0, MOST);
}

/** Never its whole content, which may hold a secret. */
function describeObject(object: object): Record<string, string> {
  try {
    const { code, message } = object as Record<string, unknown>;
    const name: unknown = Object.getPrototypeOf(object)?.constructor?.name;
    const told = Object.entries({ name, code, message }).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return Object.fromEntries(told.map(([key, value]) => [key, shorten(value)]));
  } catch {
    // a getter of it threw; who prints must not fail by it
    return {};
  }
}
