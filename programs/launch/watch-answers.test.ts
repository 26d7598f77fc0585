import { expect, test } from 'vitest';
import { watchAnswers } from './watch-answers.ts';

/** A watch whose time is ours. */
function watch() {
  let time = 0;
  let asked = 0;
  const silent: number[] = [];
  const watched = watchAnswers({
    ask: () => void asked++,
    onSilence: (ms) => void silent.push(ms),
    tickMs: 1_000_000,
    answerTicks: 10,
    startTicks: 50,
    now: () => time,
  });
  const pass = (ticks: number, gap = 1_000_000) => {
    for (let each = 0; each < ticks; each += 1) {
      time += gap;
      watched.tick();
    }
  };
  watched.stop();
  return { ...watched, pass, silent, asked: () => asked };
}

test('a program that answers is asked again and again, one that does not is told of once its time is over', () => {
  const { pass, heard, started, silent, asked } = watch();
  started();
  for (let each = 0; each < 30; each += 1) {
    pass(1);
    heard();
  }
  expect([asked(), silent]).toEqual([30, []]);
  pass(10);
  expect([asked(), silent]).toEqual([31, []]);
  pass(1);
  expect(silent).toEqual([10_000_000]);
});

test('while it starts, a program may stand still for longer', () => {
  const { pass, started, silent } = watch();
  pass(45);
  expect(silent).toEqual([]);
  started();
  pass(11);
  expect(silent).toHaveLength(1);
});

test('time in which we did not run ourselves is not counted', () => {
  const { pass, started, silent } = watch();
  started();
  pass(9);
  pass(1, 3_600_000_000);
  pass(9);
  expect(silent).toEqual([]);
  pass(2);
  expect(silent).toHaveLength(1);
});
