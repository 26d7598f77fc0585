import { runInNewContext } from 'node:vm';
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

/** The lines of the log after `print`. */
function told(print: (target: Pick<Console, 'error'>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const target = { error: write, warn: write, log: write, info: write, debug: write };
  logConsole(createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) }), target);
  print(target);
  return lines.map((line) => {
    const { time, level, program, message, ...rest } = JSON.parse(line);
    return rest;
  });
}

test('an error of another realm is told as one of ours, without its other fields', () => {
  const foreign = runInNewContext("Object.assign(new TypeError('it broke'), { code: 'X1', detail: 'Key (name)=(secret)' })");
  const query = runInNewContext("new Error('Failed query: select $1\\nparams: secret', { cause: new Error('no such table') })");
  expect(foreign instanceof Error).toBe(false);
  expect(told((target) => [foreign, query].map((error) => target.error(error)))).toEqual([
    { error: { name: 'TypeError', message: 'it broke', code: 'X1' } },
    { error: { name: 'Error', message: 'no such table' } },
  ]);
});

test('of an object alone the log tells what it is, never its content', () => {
  class Refusal {
    code = 'X';
    message = 'it was refused\nparams: secret';
    token = 'secret';
  }
  const thrower = {
    get code() {
      throw new Error('secret');
    },
  };
  const objects = [
    { code: 'X', token: 'secret' },
    new Refusal(),
    { code: 7, message: ['secret'] },
    Object.create(null),
    thrower,
    ['secret'],
  ];
  const lines = told((target) => {
    for (const object of objects) target.error(object);
    target.error('\u2a2f', { code: 'X' });
    target.error('it is said', { code: 'X' });
    target.error(null);
  });
  expect(lines).toEqual([
    { object: { name: 'Object', code: 'X' } },
    { object: { name: 'Refusal', code: 'X', message: 'it was refused' } },
    { object: { name: 'Object' } },
    { object: {} },
    { object: {} },
    { object: { name: 'Array' } },
    { text: '\u2a2f', object: { name: 'Object', code: 'X' } },
    { text: 'it is said' },
  ]);
});

test('a first line that says nothing is told with the next one, unless that is of a stack or holds parameters', () => {
  const texts = [
    '\u2a2f Error:\n\n  it broke\n    at somewhere',
    '\u2a2f\nit broke',
    'Error\n    at somewhere',
    'Error:\nparams: secret',
    'Error: it broke\nmore',
    'Größe\nmore',
    'ошибка\nmore',
    'Failed query: select $1\nparams: secret',
  ];
  expect(told((target) => texts.map((text) => target.error(text))).map(({ text }) => text)).toEqual([
    '\u2a2f Error: it broke',
    '\u2a2f it broke',
    'Error',
    'Error:',
    'Error: it broke',
    'Größe',
    'ошибка',
    'Failed query: select $1',
  ]);
});
