import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { makeLongScan } from '#lib/reading/testing/make-long-scan.ts';
import { createDeskClient } from '../../product/desk-client.ts';
import { listProcesses } from '../../product/list-processes.ts';
import { require } from '../../product/run-checks.ts';
import { findPort, type Product, startProduct } from '../../product/start-product.ts';

const READ_MS = 400_000;
const PAGES = 4;

/**
 * Stops the product while it reads a file: as a terminal does (Ctrl-C for its group of processes), and as a service manager does
 * that tells every process to end. Whatever the way, the file is read after the next start.
 */
export async function tryStopWhileReading(dataDir: string, environment: Record<string, string>): Promise<void> {
  const port = await findPort();
  const desk = createDeskClient(`http://127.0.0.1:${port}`);
  const ways: Record<string, (product: Product) => void> = {
    'Ctrl-C': (product) => process.kill(-(product.process.pid as number), 'SIGINT'),
    'SIGTERM for every process': () => {
      for (const pid of listTree(dataDir)) tryTell(pid);
    },
  };
  const sent: { way: string; id: string }[] = [];
  for (const [way, stop] of Object.entries(ways)) {
    const product = await startProduct({ dataDir, port, environment });
    await desk.enter();
    const { body: schemas } = await desk.get<{ items: Schema[] }>('/api/schemas');
    const { status, body } = await desk.upload<DeskDocument>('scan.pdf', await makeLongScan(PAGES, way), schemas.items[0]?.id ?? '');
    require(status === 201, `An upload answered ${status}.`);
    sent.push({ way, id: body.id });
    await until(desk, body.id, ({ pages_read }) => (pages_read ?? 0) > 0);
    stop(product);
    await product.exited;
  }
  const last = await startProduct({ dataDir, port, environment });
  await desk.enter();
  for (const { way, id } of sent) {
    const { state, failure } = await until(desk, id, (document) => ['to_review', 'failed'].includes(document.state));
    require(state === 'to_review', `After ${way} the file that was being read is ${state}: ${failure?.message}`);
  }
  await last.stop();
}

async function until(
  desk: ReturnType<typeof createDeskClient>,
  id: string,
  is: (document: DeskDocument) => boolean,
): Promise<DeskDocument> {
  for (const end = Date.now() + READ_MS; ; await sleep(100)) {
    const { document } = (await desk.get<DeskDocumentDetail>(`/api/documents/${id}`)).body;
    if (is(document)) return document;
    require(Date.now() < end, `The document is ${document.state} with ${document.pages_read} pages read.`);
  }
}

/** The processes of a product and all that they started, also those that know nothing of its data folder. */
function listTree(dataDir: string): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]));
    } catch {
      // gone already
    }
  }
  const found = new Set(listProcesses(dataDir).map(({ pid }) => pid));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function tryTell(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // gone already
  }
}
