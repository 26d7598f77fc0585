import { expect, test } from 'vitest';
import type { DeploymentHealth, DeploymentVerdict } from '#lib/contract/desk/deployment.ts';
import { type HealthFacts, judgeHealth } from './judge-health.ts';

const NOW = new Date('2026-06-01T12:30:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const tested = (verdict: DeploymentVerdict['verdict'], minutes: number): DeploymentVerdict => ({
  verdict,
  message: `It was ${verdict}.`,
  ours: false,
  duration_ms: 20,
  at: ago(minutes).toISOString(),
});
const heard = (changes: Partial<HealthFacts> = {}): HealthFacts => ({
  lastAnswerAt: ago(1),
  lastSuccessAt: ago(1),
  failures: 0,
  failingSince: null,
  pausedUntil: ago(1),
  latencyMs: 240,
  lastProblem: null,
  recent: null,
  ...changes,
});
const failing = (failures: number, minutes: number) =>
  heard({
    lastSuccessAt: ago(minutes + 1),
    failures,
    failingSince: ago(minutes),
    lastProblem: { message: 'out of luck', status: 500, at: ago(0).toISOString() },
  });
const recent = (requests: number, refused: number) => ({ since: ago(90), requests, refused, failed: 0 });

const TABLE: [string, HealthFacts | null, DeploymentVerdict | null, DeploymentHealth['state'], Date | null][] = [
  ['nothing was ever heard', null, null, 'untested', null],
  ['a test was good', null, tested('ok', 5), 'works', null],
  ['a test was slow', null, tested('slow', 5), 'slow', null],
  ['a test failed', null, tested('wrong_key', 5), 'failing', ago(5)],
  ['a test failed, but documents got through since', heard(), tested('unreachable', 5), 'works', null],
  ['documents got through, but a test failed since', heard({ lastSuccessAt: ago(8) }), tested('unreachable', 5), 'failing', ago(5)],
  ['a test was slow, but answers are quick since', heard(), tested('slow', 5), 'works', null],
  ['a test was good, but answers are slow since', heard({ latencyMs: 4_000 }), tested('ok', 5), 'slow', null],
  ['a test was good, then two requests failed', failing(2, 1), tested('ok', 5), 'works', null],
  ['a test was good, then three requests failed', failing(3, 1), tested('ok', 5), 'failing', ago(1)],
  ['a test was good, then for ten minutes only one request was made, which failed', failing(1, 10), tested('ok', 25), 'failing', ago(10)],
  ['no request was answered, and nobody tested it', { ...failing(3, 1), lastAnswerAt: null, lastSuccessAt: null }, null, 'failing', ago(1)],
  ['it asked for a pause that is not over', heard({ pausedUntil: ago(-2) }), null, 'limiting', null],
  ['every tenth request was refused', heard({ recent: recent(100, 10) }), null, 'limiting', null],
  ['one request of a hundred was refused', heard({ recent: recent(100, 1) }), null, 'works', null],
  ['nothing was asked for two days', heard({ lastAnswerAt: ago(2880), lastSuccessAt: ago(2880) }), null, 'quiet', ago(2880)],
  ['nothing was asked for two days, but it was tested', heard({ lastAnswerAt: ago(2880) }), tested('ok', 60), 'works', null],
];

test.each(TABLE)('%s', (_, facts, verdict, state, since) => {
  expect(judgeHealth(facts, verdict, NOW)).toMatchObject({ state, since: since?.toISOString() ?? null });
});

test('what fails is told with the reason, a pause with its end', () => {
  expect(judgeHealth(failing(3, 1), null, NOW)).toMatchObject({
    message: 'out of luck',
    last_error: { message: 'out of luck', status: 500 },
  });
  expect(judgeHealth(null, tested('wrong_key', 5), NOW).message).toBe('It was wrong_key.');
  expect(judgeHealth(heard({ pausedUntil: ago(-2) }), null, NOW).paused_until).toBe(ago(-2).toISOString());
  expect(judgeHealth(heard(), null, NOW)).toMatchObject({ paused_until: null, latency_ms: 240, last_answer_at: ago(1).toISOString() });
});
