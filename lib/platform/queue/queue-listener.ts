import pg from 'pg';

const CHANNEL = 'countersign_queue';
const RECONNECT_MS = 1000;
/** How often the connection is asked whether it is still there: one that is cut somewhere on the way looks as one on which nothing is said. */
const CHECK_MS = 30_000;
const ANSWER_MS = 5_000;

export type QueueListener = {
  start: () => void;
  /** False while notifications may be missed. */
  isListening: () => boolean;
  close: () => Promise<void>;
};

/**
 * Listens for notifications that there is work, or that some is done, on a connection of its own. They only make things faster: when the
 * connection is lost it is opened again and frequent polling carries on meanwhile.
 * @param onTold gets the queue's name, or what was settled (`SettledNotices`)
 * @param onChange called when listening begins, because what was said before was missed, and when it ends
 */
export function listenForWork(url: string, onTold: (payload: string) => void, onChange: () => void = () => undefined): QueueListener {
  let client: pg.Client | null = null;
  let closed = false;
  let started = false;
  let listening = false;
  let timer: NodeJS.Timeout | undefined;

  const setListening = (is: boolean) => {
    if (listening === is) return;
    listening = is;
    onChange();
  };

  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: 'countersign-listen', keepAlive: true });
    client = next;
    let retrying = false;
    const retry = () => {
      if (closed || retrying) return;
      retrying = true;
      clearTimeout(timer);
      next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS);
      timer.unref();
      setListening(false);
    };
    const check = () => {
      timer = setTimeout(() => {
        const question = { text: 'select 1', query_timeout: ANSWER_MS };
        next.query(question).then(check, retry);
      }, CHECK_MS);
      timer.unref();
    };
    next.on('error', retry);
    next.on('end', retry);
    next.on('notification', ({ payload }) => payload && onTold(payload));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (closed || retrying) return;
      setListening(true);
      check();
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
    isListening: () => listening,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
