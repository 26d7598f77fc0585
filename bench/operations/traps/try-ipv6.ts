import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { createDeskClient } from '../../product/desk-client.ts';
import { require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';
import { environment, newDataDir, requireHealthy, requireRefusal } from './trap-setup.ts';

const LIMIT_MS = 120_000;
const LOOPBACK = '::1';

/** Desk, service and monitoring listen on an IPv6 address alone, and a file goes the whole way. */
export async function tryIpv6(): Promise<void> {
  const [port, monitoring] = [await findPort(), await findPort()];
  const settings = {
    ...environment,
    HOST: LOOPBACK,
    COUNTERSIGN_SERVICE_HOST: LOOPBACK,
    COUNTERSIGN_MONITORING_HOST: LOOPBACK,
    COUNTERSIGN_MONITORING_PORT: String(monitoring),
  };
  const product = await startProduct({ dataDir: newDataDir(), port, environment: settings });
  const url = `http://[${LOOPBACK}]:${port}`;
  require(product.output().includes(`Countersign is ready: ${url}`), `It says it is elsewhere: ${product.output()}`);
  await requireHealthy(url);
  const desk = createDeskClient(url);
  await desk.enter();
  const { body: made } = await desk.post<DeskDocument>('/api/samples/invoice-english', {});
  for (const limit = Date.now() + LIMIT_MS; ; await sleep(200)) {
    const { body } = await desk.get<DeskDocumentDetail>(`/api/documents/${made.id}`);
    if (body.document.state === 'to_review') break;
    require(Date.now() < limit && body.document.state !== 'failed', `The document is ${body.document.state}.`);
  }
  const live = await fetch(`http://[${LOOPBACK}]:${monitoring}/live`);
  require(live.status === 200, `Monitoring answered ${live.status}`);
  const isElsewhere = await fetch(`http://127.0.0.1:${port}/api/health`).then(
    () => true,
    () => false,
  );
  require(!isElsewhere, 'It listens on IPv4 too.');
  await requireRefusal(product.dataDir, await findPort(), /already runs on .*http:\/\/\[::1\]:\d+/, [], settings);
  await product.stop();
}
