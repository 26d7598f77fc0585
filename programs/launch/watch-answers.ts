/** A program is asked so often whether it answers, while it does. */
const TICK_MS = 2_000;
const ANSWER_TICKS = 10;
/** Loading all its code may keep a program from answering for long on a slow machine. */
const START_TICKS = 150;

export type AnswerWatch = {
  /** The program answered. */
  heard: () => void;
  /** The program said that it is ready: from now on it has 20 s, not 5 minutes. */
  started: () => void;
  /** One look; done by a timer. */
  tick: () => void;
  stop: () => void;
};

export type WatchOptions = {
  ask: () => void;
  /** Told once, when the program has not answered for too long. */
  onSilence: (ms: number) => void;
  tickMs?: number;
  answerTicks?: number;
  startTicks?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
};

/**
 * Watches whether a program's event loop answers. Time is counted in our own ticks, and one that came late is not counted: when
 * the machine was suspended, or all of us were stopped or had no processor, the program is given its time anew.
 */
export function watchAnswers(options: WatchOptions): AnswerWatch {
  const { ask, onSilence, tickMs = TICK_MS, answerTicks = ANSWER_TICKS, startTicks = START_TICKS, now = () => performance.now() } = options;
  let limit = startTicks;
  let unanswered = 0;
  let isAsked = false;
  let isOver = false;
  let last = now();
  const tick = () => {
    if (isOver) return;
    const gap = now() - last;
    last += gap;
    if (gap > tickMs * 2) unanswered = 0;
    else if (isAsked) unanswered += 1;
    if (unanswered >= limit) {
      isOver = true;
      clearInterval(timer);
      onSilence(unanswered * tickMs);
    } else if (!isAsked) {
      isAsked = true;
      ask();
    }
  };
  const timer = setInterval(tick, tickMs);
  timer.unref();
  return {
    tick,
    heard() {
      isAsked = false;
      unanswered = 0;
    },
    started() {
      limit = answerTicks;
      unanswered = 0;
    },
    stop: () => clearInterval(timer),
  };
}
