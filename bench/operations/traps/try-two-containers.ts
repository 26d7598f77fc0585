import { findOtherNamespace } from '#lib/platform/testing/other-namespace.ts';
import { listProcesses } from '../../product/list-processes.ts';
import { require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';

const DOCUMENTS = 5;

type Settings = {
  environment: Record<string, string>;
  headers: Record<string, string>;
  requireRefusal: (dataDir: string, port: number, expected: RegExp, inside: readonly string[]) => Promise<void>;
};

/**
 * Starts the product with process ids of its own, as a container does, and a second one on the same folder with others. Then
 * kills the first launcher, not what it started, and has the second take over.
 */
export async function tryTwoContainers(dataDir: string, { environment, headers, requireRefusal }: Settings): Promise<void> {
  const inside = findOtherNamespace() as string[];
  // the launcher is not the first process, so that its killing does not end all others
  const first = await startProduct({ dataDir, port: await findPort(), environment, inside: [...inside, 'sh', '-c', '"$@" & wait', 'sh'] });
  for (let number = 0; number < DOCUMENTS; number += 1) {
    const body = new FormData();
    body.append('file', new Blob([`Letter ${number}`]), `letter-${number}.txt`);
    const { status } = await fetch(`${first.url}/v1/documents`, { method: 'POST', headers, body });
    require(status === 201, `An upload answered ${status}.`);
  }
  await requireRefusal(
    dataDir,
    await findPort(),
    /^Countersign already runs on .* \(host .+, process \d+, since .+ UTC, http:.+\)[^\n]*$/,
    inside,
  );
  require((await countDocuments(first.url, headers)) === DOCUMENTS, 'The first lost documents when the second was refused.');

  const launcher = listProcesses(dataDir).find(
    ({ command }) => command.startsWith(process.execPath) && command.includes('dist/launcher.mjs'),
  );
  require(launcher, 'There is no launcher.');
  process.kill(launcher.pid, 'SIGKILL');
  const second = await startProduct({ dataDir, port: await findPort(), environment, inside });
  require((await countDocuments(second.url, headers)) === DOCUMENTS, 'The second does not know all documents of the first.');
  await second.killAll();
}

async function countDocuments(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${url}/v1/documents`, { headers });
  require(answer.status === 200, `GET /v1/documents answered ${answer.status}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
}
