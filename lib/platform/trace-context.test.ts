import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { findOpenSpan, type OpenSpan, parseTraceparent, toTraceparent, withOpenSpan } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const makeSpan = (isSampled = true): OpenSpan => ({
  context: { traceId: TRACE, spanId: SPAN, isSampled },
  isParent: false,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  drop: () => undefined,
});

test('the header of another program is understood, also of a later version', () => {
  const sampled = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(sampled);
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...sampled, isSampled: false });
  expect(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`)).toEqual(sampled);
});

test.each([
  undefined,
  '',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ['an-array-of-it'],
])('what is no header begins a trace anew: %s', (given) => {
  expect(parseTraceparent(given)).toBeNull();
});

test('what goes on elsewhere is told whether it is recorded, and the span knows that something comes of it', () => {
  const span = makeSpan();
  expect(toTraceparent(span)).toBe(`00-${TRACE}-${SPAN}-01`);
  expect(span.isParent).toBe(true);
  expect(toTraceparent(makeSpan(false))).toBe(`00-${TRACE}-${SPAN}-00`);
});

test('lines of the log tell the trace and the span that they belong to, and none where there is none', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  await withOpenSpan(makeSpan(), async () => {
    await sleep(1);
    log.info('within');
    withOpenSpan(null, () => log.info('by itself'));
  });
  log.info('outside');
  const ids = lines.map((line) => JSON.parse(line)).map(({ trace_id, span_id }) => [trace_id, span_id]);
  expect(ids).toEqual([
    [TRACE, SPAN],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(findOpenSpan()).toBeNull();
});

test('what belongs to no span stays so, whatever is begun and ended within it', () => {
  withOpenSpan(makeSpan(), () =>
    withOpenSpan(null, () => {
      withOpenSpan(makeSpan(), () => undefined);
      expect(findOpenSpan()).toBeNull();
    }),
  );
});

test('lines of the log name no trace that is not recorded', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  withOpenSpan(makeSpan(false), () => log.info('within'));
  expect(JSON.parse(lines[0]!).trace_id).toBeUndefined();
});
