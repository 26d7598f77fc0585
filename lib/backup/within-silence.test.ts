import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withinSilence } from './within-silence.ts';

test('bytes that stop coming are given up, and those before are passed on', async () => {
  const source = (async function* () {
    yield Buffer.from('one');
    await sleep(60_000, undefined, { ref: false });
  })();
  const seen: string[] = [];
  const read = async () => {
    for await (const chunk of withinSilence(source, 'The storage', 50)) seen.push(Buffer.from(chunk).toString());
  };
  await expect(read()).rejects.toThrow('The storage sent nothing');
  expect(seen).toEqual(['one']);
});
