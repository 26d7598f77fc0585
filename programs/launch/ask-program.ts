import type { MonitoringAnswer, MonitoringQuestion } from '#lib/platform/monitoring/open-monitoring.ts';

/** A program's own limit for an answer is a second and a half; this is for one that does not answer at all. */
const LIMIT_MS = 1_800;

export type ProgramQuestions = {
  /** The program's answer, or null when there is none in time. @param send false when the program cannot be reached */
  ask: (what: MonitoringQuestion['ask'], send: (question: MonitoringQuestion) => boolean) => Promise<string | null>;
  heard: (answer: MonitoringAnswer) => void;
};

/** Questions to a program over a channel, each with a limit. */
export function createProgramQuestions(limitMs = LIMIT_MS): ProgramQuestions {
  const open = new Map<number, (text: string | null) => void>();
  let last = 0;
  return {
    ask(what, send) {
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        const settle = (text: string | null) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(text);
        };
        const timer = setTimeout(settle, limitMs, null);
        open.set(id, settle);
        if (!send({ ask: what, id })) settle(null);
      });
    },
    heard: ({ id, text }) => open.get(id)?.(text),
  };
}
