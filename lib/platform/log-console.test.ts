import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { logConsole } from './log-console.ts';

const write = () => undefined;

test('what is printed to the console is a line of the log, without colours and without a stack', () => {
  const lines: string[] = [];
  const printed: unknown[] = [];
  const target = { error: write, warn: write, log: (...words: unknown[]) => void printed.push(words), info: write, debug: write };
  const undo = logConsole(createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) }), target);
  const say = target as unknown as Record<'error' | 'warn' | 'log' | 'info' | 'debug', (...words: unknown[]) => void>;
  say.error('\u001b[31m⨯\u001b[39m', new TypeError('it broke'), { digest: '17' });
  say.warn('%s is %d', 'seven', 7);
  say.log('x'.repeat(2000));
  say.info('Error: as a text\n    at somewhere (/a/path.js:1:2)');
  say.debug('not at this level');
  undo();
  say.log('after');
  const told = lines.map((line) => JSON.parse(line));
  expect(told).toMatchObject([
    { level: 'error', message: 'printed by a library', text: '⨯', error: { name: 'TypeError', message: 'it broke' } },
    { level: 'warn', text: 'seven is 7' },
    { level: 'info', text: 'x'.repeat(500) },
    { level: 'info', text: 'Error: as a text' },
  ]);
  expect(lines.join()).not.toMatch(/\s+at /);
  expect(printed).toEqual([['after']]);
});
