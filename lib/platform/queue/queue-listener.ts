import pg from 'pg';

const CHANNEL = 'countersign_queue';
const RECONNECT_MS = 1000;

/**
 * Listens for "there is work" notifications on a connection of its own. They only make things faster: when the
 * connection is lost it is opened again and polling carries on meanwhile.
 * @param onWork gets the queue's name
 */
export function listenForWork(url: string, onWork: (queue: string) => void): { start: () => void; close: () => Promise<void> } {
  let client: pg.Client | null = null;
  let closed = false;
  let started = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: 'countersign-listen', keepAlive: true });
    client = next;
    let retrying = false;
    const retry = () => {
      if (closed || retrying) return;
      retrying = true;
      next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS);
      timer.unref();
    };
    next.on('error', retry);
    next.on('end', retry);
    next.on('notification', ({ payload }) => payload && onWork(payload));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch {
      retry();
    }
  };

  return {
    start() {
      if (started) return;
      started = true;
      void connect();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
