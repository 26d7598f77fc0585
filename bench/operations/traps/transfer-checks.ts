import { createHash, randomBytes } from 'node:crypto';
import { createDeskClient } from '../../product/desk-client.ts';
import { type Check, require } from '../../product/run-checks.ts';
import { multipart, sendSlowly } from '../../product/send-slowly.ts';
import { findPort, startProduct } from '../../product/start-product.ts';
import { checkDownloads } from './check-downloads.ts';
import { bearer, environment, KEY, newDataDir } from './trap-setup.ts';

/** Large and slow files, up and down. */
export const TRANSFER_CHECKS: Check[] = [
  {
    name: '11 MB arrive whole, by the service and by the desk',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(11_000_000)]);
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'large.pdf');
      const answer = await fetch(`${product.url}/v1/documents`, { method: 'POST', headers: bearer, body: form });
      const document = (await answer.json()) as { sha256: string; size: number };
      require(answer.status === 201 && document.size === bytes.length, `It answered ${answer.status}: ${JSON.stringify(document)}`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      require(document.sha256 === sha256, 'The bytes are not the same.');
      const desk = createDeskClient(product.url);
      await desk.enter();
      const dropped = await desk.upload<{ id: string; size: number; sha256: string }>('large.pdf', bytes, '');
      require(dropped.status === 201 &&
        dropped.body.sha256 === sha256, `The desk answered ${dropped.status}: ${JSON.stringify(dropped.body)}`);
      const back = await desk.download(`/api/documents/${dropped.body.id}/content`);
      require(createHash('sha256').update(back).digest('hex') === sha256, 'The desk gives back other bytes.');
      await product.stop();
    },
  },
  {
    name: 'every export and download of 5 MB arrives whole, and one that breaks in the middle is no success',
    limitMs: 1_800_000,
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      await checkDownloads(product, KEY);
      await product.stop();
    },
  },
  {
    name: 'a slow upload is not cut, because there is no limit for a whole request; with one it would be',
    async run() {
      const text = multipart('slow.txt', Buffer.from('slowly\n'.repeat(3000)), 40);
      const open = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      const whole = await sendSlowly(`${open.url}/v1/documents`, { ...text.headers, ...bearer }, text.pieces, 14_000);
      require(whole.status === 201, `Without a limit it answered ${whole.status} ${whole.text}`);
      await open.stop();
      const limited = await startProduct({
        dataDir: newDataDir(),
        port: await findPort(),
        environment: { ...environment, COUNTERSIGN_REQUEST_TIMEOUT_SECONDS: '3' },
      });
      const cut = await sendSlowly(`${limited.url}/v1/documents`, { ...text.headers, ...bearer }, text.pieces, 14_000).catch(() => null);
      require(cut === null || cut.status === 408, `With a limit of 3 s it answered ${cut?.status}.`);
      await limited.stop();
    },
  },
  {
    name: 'too large is refused while it is still being sent, and nothing is stored',
    async run() {
      const product = await startProduct({
        dataDir: newDataDir(),
        port: await findPort(),
        environment: { ...environment, COUNTERSIGN_MAX_UPLOAD_BYTES: '1000000' },
      });
      const big = multipart('big.txt', Buffer.alloc(30_000_000, 'text '), 300);
      const answer = await sendSlowly(`${product.url}/v1/documents`, { ...big.headers, ...bearer }, big.pieces, 40_000);
      require(answer.status === 413 && answer.text.includes('file_too_large'), `It answered ${answer.status} ${answer.text}`);
      require(answer.sent < big.pieces.length, 'It was told only after the whole file.');
      const list = (await (await fetch(`${product.url}/v1/documents`, { headers: bearer })).json()) as { items: unknown[] };
      require(list.items.length === 0, 'There is a document.');
      await product.stop();
    },
  },
];
