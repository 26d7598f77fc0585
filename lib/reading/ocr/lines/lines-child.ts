import { parentPort, workerData } from 'node:worker_threads';
import type { LineModels } from '../networks/load-models.ts';
import { loadLineModels } from '../networks/load-models.ts';
import { recogniseLine } from './recognise-line.ts';
import type { LineAnswer, LineQuestion } from './second-lane.ts';

/** The program of the second lane: a thread that recognises lines with a network of its own, one after the other. */

let models: Promise<LineModels> | undefined;

parentPort?.on('message', async ({ id, image, rectangle }: LineQuestion) => {
  let answer: LineAnswer;
  try {
    models ??= loadLineModels(workerData as string | undefined);
    answer = { id, lines: await recogniseLine(await models, image, rectangle) };
  } catch (error) {
    answer = { id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
