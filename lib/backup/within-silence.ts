import { BackupError } from './backup-error.ts';

const SILENCE_MS = 300_000;

/** Bytes as they come. @throws BackupError when none comes for so long */
export async function* withinSilence(source: AsyncIterable<Uint8Array>, what: string, silenceMs = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        const give = () => reject(new BackupError(`${what} sent nothing for ${Math.round(silenceMs / 1000)} s.`));
        timer = setTimeout(give, silenceMs);
      });
      const { done, value } = await Promise.race([chunks.next(), silence]).finally(() => clearTimeout(timer));
      isOver = done === true;
      if (isOver) return;
      yield value;
    }
  } finally {
    // not waited for: what is silent may not end either
    if (!isOver) void chunks.return?.()?.catch(() => undefined);
  }
}
