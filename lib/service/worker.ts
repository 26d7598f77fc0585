import { logTrouble } from '#lib/platform/log-trouble.ts';
import { INDEX_QUEUE, JOB_QUEUE, LEARN_QUEUE } from './context/queues.ts';
import type { ServiceContext } from './context/service-context.ts';
import { giveUpDocument, type IndexData, indexDocument } from './documents/index-document.ts';
import { createExtractionPool } from './engine/extraction-pool.ts';
import { createExampleMemory } from './examples/example-memory.ts';
import { giveUpExample, type LearnData, learnExample } from './examples/learn-example.ts';
import { relearnExamples } from './examples/relearn-examples.ts';
import { giveUpJob, type JobData, runJob } from './jobs/run-job.ts';
import { startSupervisor } from './supervise.ts';

/** Jobs more that may run where a language model is asked: waiting for it takes no processor. */
const WAITING_FOR_MODELS = 4;

export type ServiceWorker = { stop: () => Promise<void> };

/**
 * Starts to work off indexing, jobs and examples. The queue itself is drained by whoever made it, before `stop`.
 * @param options.warm do now what the first document would wait for: child processes, PDFium, networks, weights (some 500 MB)
 */
export async function startServiceWorker(context: ServiceContext, options: { warm?: boolean } = {}): Promise<ServiceWorker> {
  const { queue, config, log, expressMs } = context;
  if (config.singleMachine) {
    const queues = [INDEX_QUEUE, JOB_QUEUE, LEARN_QUEUE];
    const count = await queue.requeueActive([...queues, ...queues.map((name) => `${name}.dead`)]);
    if (count > 0) log.info('unfinished work of the last run goes on', { count });
  }
  const pool = createExtractionPool(config);
  const concurrency = config.service.workerConcurrency;
  const fair = { places: Math.min(config.reading.processes, concurrency), ...(expressMs ? { expressMs } : {}) };
  const most = concurrency + WAITING_FOR_MODELS;
  queue.work<IndexData>(INDEX_QUEUE, { concurrency, fair }, (job) => indexDocument(context, job));
  queue.work<IndexData>(`${INDEX_QUEUE}.dead`, { concurrency: 1 }, (job) => giveUpDocument(context, job));
  // a question to a model is not asked twice to make room
  const jobs = config.llm ? { concurrency: most, fair: { places: most, expressMs: null } } : { concurrency, fair };
  const memory = createExampleMemory(context.database);
  queue.work<JobData>(JOB_QUEUE, jobs, (job) => runJob(context, { pool, memory }, job));
  queue.work<JobData>(`${JOB_QUEUE}.dead`, { concurrency: 1 }, (job) => giveUpJob(context, job));
  // one at a time: however many come at once, all other places stay free for jobs
  queue.work<LearnData>(LEARN_QUEUE, { concurrency: 1 }, (job) => learnExample(context, pool, job, memory.known));
  queue.work<LearnData>(`${LEARN_QUEUE}.dead`, { concurrency: 1 }, (job) => giveUpExample(context, job));
  const stopping = new AbortController();
  const relearning = relearnExamples(context, stopping.signal).then(
    (count) => void (count > 0 && log.info('examples are learned from anew', { count })),
    (error) => logTrouble(log, 'examples could not be sent to be learned from anew', error),
  );
  if (options.warm) {
    for (const warming of [pool.warm(), context.reader.warm({ thoroughly: true })]) {
      warming.catch((error) => log.warn('the first document will take longer', { error }));
    }
  }
  const stopSupervisor = startSupervisor(context);
  return {
    async stop() {
      stopping.abort();
      await relearning;
      await stopSupervisor();
      await pool.stop();
    },
  };
}
