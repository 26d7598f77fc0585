import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';
import { environment, newDataDir, requireHealthy, requireRefusal } from './trap-setup.ts';

const LIMIT_MS = 120_000;
const PROGRAMS = ['launcher', 'service', 'service-worker', 'desk-worker', 'web'];
/** One of each kind that the whole product has to tell. */
const FIGURES = [
  /^countersign_queue_oldest_waiting_seconds\{queue="service\.job",program="service-worker"\} 0$/m,
  /^countersign_queue_jobs\{queue="desk-follow",state="waiting",program="desk-worker"\} 0$/m,
  /^countersign_jobs_total\{queue="desk-follow",outcome="failed",program="desk-worker"\} 0$/m,
  /^countersign_documents\{state="failed",program="desk-worker"\} 0$/m,
  /^countersign_child_processes\{kind="reading-child",program="service-worker"\} \d+$/m,
  /^countersign_database_connections_limit\{pool="web",program="web"\} 10$/m,
  /^countersign_http_requests_total\{method="GET",route="\/v1\/\*",status="200",program="web"\} \d+$/m,
  /^countersign_http_requests_total\{method="GET",route="\/v1\/documents",status="200",program="service"\} \d+$/m,
  /^countersign_http_requests_total\{method="GET",route="\/api\/health",status="200",program="web"\} 1$/m,
  /^countersign_program_restarts_total\{child="web",reason="ended",program="launcher"\} 0$/m,
];

/** The launcher tells of all programs on the port for monitoring, and on no other; a taken one is one sentence. */
export async function tryMonitoring(): Promise<void> {
  const port = await findPort();
  const monitored = { ...environment, COUNTERSIGN_MONITORING_PORT: String(port) };
  const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment: monitored });
  const ask = async (path: string, base = `http://127.0.0.1:${port}`) => {
    const answer = await fetch(`${base}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const limit = Date.now() + LIMIT_MS;
  for (let ready = await ask('/ready'); ready.status !== 200; ready = await ask('/ready')) {
    require(Date.now() < limit, `It never was ready: ${ready.text}`);
    await sleep(100);
  }
  require((await ask('/live')).status === 200, 'It does not live.');
  await requireHealthy(product.url);
  await ask('/api/health', product.url);
  // on a busy machine what is not answered in time is left out, so that one reading may lack it
  for (let text = (await ask('/metrics')).text; ; text = (await ask('/metrics')).text) {
    const lacking = [
      ...PROGRAMS.map((program) => `countersign_ready{program="${program}"} 1`).filter((line) => !text.includes(line)),
      ...FIGURES.filter((figure) => !figure.test(text)),
    ];
    if (lacking.length === 0) break;
    require(Date.now() < limit, `${lacking.join(', ')} is not told: ${text}`);
    await sleep(100);
  }
  for (const path of ['/metrics', '/live', '/ready']) {
    const { status } = await ask(path, product.url);
    require(status === 404, `${path} at the desk's own port answered ${status}`);
  }
  await product.stop();

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sentence = /^Port \d+ on 127\.0\.0\.1 is taken by another program: choose another by COUNTERSIGN_MONITORING_PORT.*$/;
  await requireRefusal(newDataDir(), await findPort(), sentence, [], monitored);
  server.close();
}
