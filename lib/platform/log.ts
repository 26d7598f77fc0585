import { inspect } from 'node:util';
import { findReason } from './find-reason.ts';
import { isError } from './is-error.ts';
import { findRequestId } from './request-id.ts';
import { findOpenSpan } from './trace-context.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** Extra facts of a log line: ids, counts, durations, codes. The ids of the request that it comes of and of the span that it is part of are added. Never the text of a document, a key or a password. */
export type LogFields = Record<string, unknown>;

export type Log = {
  debug: (message: string, fields?: LogFields) => void;
  info: (message: string, fields?: LogFields) => void;
  warn: (message: string, fields?: LogFields) => void;
  error: (message: string, fields?: LogFields) => void;
  /** The same log with more fields on every line. */
  with: (fields: LogFields) => Log;
};

const ORDER: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };

/**
 * A log that writes to standard error, one line an event: JSON, or for people.
 * @param options.program the program's name, on every line
 * @param options.write where lines go (tests)
 */
export function createLog(options: { level: LogLevel; format: 'json' | 'pretty'; program: string; write?: (line: string) => void }): Log {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const least = ORDER[options.level];
  const make = (base: LogFields): Log => {
    const at = (level: LogLevel) => (message: string, fields?: LogFields) => {
      if (ORDER[level] < least) return;
      const request = findRequestId();
      const { traceId, spanId, isSampled } = findOpenSpan()?.context ?? {};
      const ids = { ...(request ? { request } : {}), ...(isSampled ? { trace_id: traceId, span_id: spanId } : {}) };
      const all = plain({ ...base, ...ids, ...fields }, options.level === 'debug');
      const time = new Date().toISOString();
      write(
        options.format === 'json'
          ? `${oneLine(JSON.stringify({ time, level, program: options.program, message, ...all }))}\n`
          : pretty(time, level, options.program, message, all),
      );
    };
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), with: (fields) => make({ ...base, ...fields }) };
  };
  return make({});
}

function plain(fields: LogFields, withStack: boolean): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, value.toString()];
      return [name, isError(value) ? describeError(value, withStack) : value];
    }),
  );
}

/** An error as log fields. The stack only at level debug; a database error's `detail` never, because it quotes the row. */
function describeError(error: Error, withStack: boolean): LogFields {
  const shown = findReason(error);
  const { code } = shown as Error & { code?: unknown };
  return {
    name: shown.name,
    message: shown.message.slice(0, 500),
    ...(code === undefined ? {} : { code }),
    ...(withStack && shown.stack ? { stack: shown.stack } : {}),
  };
}

function pretty(time: string, level: LogLevel, program: string, message: string, fields: LogFields): string {
  const rest = Object.entries(fields)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 4 })}`)
    .join('');
  return `${oneLine(`${time.slice(11, 23)} ${level.padEnd(5)} ${program}: ${message}${rest}`)}\n`;
}

/** A text that cannot begin a line of its own nor steer the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
