import { PassThrough, type Readable } from 'node:stream';

/** The second of two legs was dropped: too slow, or its reader gave up. */
export class LegDroppedError extends Error {
  override name = 'LegDroppedError';
}

/**
 * Pours one stream into two at the same time, in constant memory: each chunk goes to both before the next one is taken,
 * so the slower leg sets the pace. The second leg is dropped when it takes nothing for `patienceMs`, or when its reader
 * ends it; the first leg then goes on alone. The second leg is left open at the end of the source: call `finishSecond`
 * once the first one's bytes are safe, or `dropSecond`.
 */
export function splitStream(source: Readable, options: { patienceMs: number; highWaterMark?: number }) {
  const highWaterMark = options.highWaterMark ?? 256 * 1024;
  const first = new PassThrough({ highWaterMark });
  const second = new PassThrough({ highWaterMark });
  let secondAlive = true;
  second.on('error', () => undefined);
  second.on('close', () => {
    secondAlive = false;
  });

  function dropSecond(reason: string): void {
    secondAlive = false;
    if (!second.destroyed) second.destroy(new LegDroppedError(reason));
  }

  async function pour(): Promise<void> {
    try {
      for await (const chunk of source) {
        first.write(chunk);
        if (secondAlive) second.write(chunk);
        if (!(await drained(first))) break;
        if (secondAlive && !(await drained(second, options.patienceMs))) dropSecond('The receiver was too slow.');
      }
      if (!first.destroyed) first.end();
    } catch (error) {
      first.destroy(error as Error);
      dropSecond('The source ended early.');
    }
  }
  // errors reach the readers of the legs
  first.on('close', () => {
    if (!first.writableFinished) {
      source.destroy();
      dropSecond('The first leg ended early.');
    }
  });
  first.on('error', () => undefined);
  void pour();
  return { first: first as Readable, second: second as Readable, dropSecond, finishSecond: () => void (secondAlive && second.end()) };
}

/** Waits until the stream takes more; false when it does not within `ms`, or closes. */
async function drained(stream: PassThrough, ms?: number): Promise<boolean> {
  if (stream.destroyed) return false;
  if (!stream.writableNeedDrain) return true;
  return new Promise((resolve) => {
    const settle = (value: boolean) => {
      clearTimeout(timer);
      stream.off('drain', onDrain);
      stream.off('close', onClose);
      resolve(value);
    };
    const onDrain = () => settle(true);
    const onClose = () => settle(false);
    const timer = ms === undefined ? undefined : setTimeout(() => settle(false), ms);
    stream.once('drain', onDrain);
    stream.once('close', onClose);
  });
}
