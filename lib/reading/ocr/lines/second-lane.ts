import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RgbImage } from '../ink/rgb-image.ts';
import type { LineRectangle } from './line-rectangle.ts';
import type { RecognisedLine } from './recognise-line.ts';

/** `image.pixels` lie in shared memory. */
export type LineQuestion = { id: number; image: RgbImage; rectangle: LineRectangle };
export type LineAnswer = { id: number; lines: RecognisedLine[] } | { id: number; error: string };

/** A thread that recognises lines beside this one. Throws Error when its network cannot be loaded or it has ended. */
export type SecondLane = { recognise(image: RgbImage, rectangle: LineRectangle): Promise<RecognisedLine[]> };

type Waiting = { resolve: (lines: RecognisedLine[]) => void; reject: (error: Error) => void };

/** One for each folder of networks, however many recognisers there are. */
const lanes = new Map<string, SecondLane>();

/** The second lane, started when first asked for; null where there is only one core, and where the programs were not built. */
export function openSecondLane(modelDir = ''): SecondLane | null {
  const program = new URL('./reading-lines-child.mjs', import.meta.url);
  if (availableParallelism() < 2 || !existsSync(fileURLToPath(program))) return null;
  const lane = lanes.get(modelDir) ?? startLane(program, modelDir || undefined);
  lanes.set(modelDir, lane);
  return lane;
}

function startLane(program: URL, modelDir: string | undefined): SecondLane {
  const thread = new Worker(program, { workerData: modelDir });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let ended: Error | null = null;
  const end = (error: Error) => {
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('message', (answer: LineAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) thread.unref();
    if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.lines);
  });
  thread.on('error', end);
  thread.on('exit', () => end(new Error('The thread that recognises lines has ended.')));
  thread.unref();
  return {
    recognise(image, rectangle) {
      if (ended) return Promise.reject(ended);
      thread.ref();
      return new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, image, rectangle } satisfies LineQuestion);
      });
    },
  };
}

/** The same picture with its pixels in memory that both lanes see. */
export function shareImage({ pixels, width, height }: RgbImage): RgbImage {
  const shared = new Uint8Array(new SharedArrayBuffer(pixels.byteLength));
  shared.set(pixels);
  return { pixels: shared, width, height };
}
