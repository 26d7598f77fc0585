import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logInto(lines: string[], level: 'debug' | 'info' = 'info', format: 'json' | 'pretty' = 'json') {
  return createLog({ level, format, program: 'test', write: (line) => lines.push(line) });
}

test('a line is one JSON object with the fields of the log and of the call', () => {
  const lines: string[] = [];
  logInto(lines).with({ job: 'j1' }).warn('it\nbroke', { count: 3 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', program: 'test', message: 'it\nbroke', job: 'j1', count: 3 });
});

test('an error is told by name, message and code; its stack only at level debug', () => {
  const error = Object.assign(new Error('no such thing'), { code: 'ENOENT' });
  const lines: string[] = [];
  logInto(lines).error('failed', { error });
  logInto(lines, 'debug').error('failed', { error });
  expect(JSON.parse(lines[0]!).error).toEqual({ name: 'Error', message: 'no such thing', code: 'ENOENT' });
  expect(JSON.parse(lines[1]!).error.stack).toContain('log.test');
});

test('a failed query is told without its parameters', () => {
  const cause = Object.assign(new Error('duplicate key value'), { code: '23505' });
  const lines: string[] = [];
  logInto(lines).error('failed', { error: new Error('Failed query: insert into t values ($1)\nparams: secret text', { cause }) });
  expect(lines[0]).not.toContain('secret text');
  expect(JSON.parse(lines[0]!).error.code).toBe('23505');
});

test('levels below the chosen one are silent', () => {
  const lines: string[] = [];
  logInto(lines, 'info', 'pretty').debug('quiet');
  expect(lines).toEqual([]);
});

test('nothing that somebody else wrote begins a line or steers the terminal', () => {
  const lines: string[] = [];
  for (const format of ['pretty', 'json'] as const) {
    const log = createLog({ level: 'info', format, program: 'p', write: (line) => lines.push(line) });
    log.warn('a\nb', { email: 'a@b.example\n12:00 error fake: x\u001b[2J', more: { deep: 'c\r\nd\u2028' } });
  }
  for (const line of lines) {
    expect(line.trimEnd().split(/[\n\r\u2028]/)).toHaveLength(1);
    expect(line).not.toContain('\u001b');
    expect(line).toContain('a@b.example');
  }
});
