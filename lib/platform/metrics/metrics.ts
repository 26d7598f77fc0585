import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { remember } from '../remember.ts';

/** A pool of database connections, as far as it is counted. */
export type CountedPool = {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max?: number | undefined; application_name?: string | undefined };
};

/** Seconds of jobs: from a look at a queue to the longest reading. */
const JOB_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 900];
const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const OUR_POOL = /^countersign-/;

/**
 * What this process counts of itself, for Prometheus. One for the process: the web program and the pages in it are two bundles.
 * No label holds a name, an address, a path with an ID or anything of a document; each has a fixed set of values, or those of queues,
 * routes and deployments.
 */
export const METRICS = remember('metrics', createMetrics);

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) => new Gauge({ name, help, labelNames, registers });
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) => new Counter({ name, help, labelNames, registers });
  const pools = new Set<CountedPool>();
  addPoolGauges(registry, pools);
  const metrics = {
    registry,
    /** The pools whose connections are counted. */
    pools,
    info: gauge('countersign_info', 'Always 1; the version is a label.', ['version']),
    ready: gauge('countersign_ready', '1 when the program may get traffic and work.'),
    checks: gauge('countersign_check', '1 when this part of the readiness is well.', ['check']),
    jobs: counter('countersign_jobs_total', 'Runs of jobs that ended, by how they ended.', ['queue', 'outcome']),
    jobSeconds: new Histogram({
      name: 'countersign_job_duration_seconds',
      help: 'Seconds that runs of jobs took.',
      labelNames: ['queue'],
      buckets: JOB_SECONDS,
      registers,
    }),
    queueJobs: gauge('countersign_queue_jobs', 'Jobs in the queue.', ['queue', 'state']),
    oldestWaiting: gauge('countersign_queue_oldest_waiting_seconds', 'For how long the job that waits longest has been due.', ['queue']),
    children: gauge('countersign_child_processes', 'Child processes that run.', ['kind']),
    childStarts: counter('countersign_child_process_starts_total', 'Child processes that were started.', ['kind']),
    childEnds: counter('countersign_child_process_ends_total', 'Child processes that ended or were killed, by the reason.', [
      'kind',
      'reason',
    ]),
    freeBytes: gauge('countersign_data_free_bytes', 'Free bytes on the disk of the data folder.'),
    sizeBytes: gauge('countersign_data_size_bytes', 'Size of the disk of the data folder in bytes.'),
    deploymentReachable: gauge('countersign_deployment_reachable', '1 when the deployment answers as it should, 0 when it fails.', [
      'deployment',
    ]),
    lastBackup: gauge('countersign_backup_last_timestamp_seconds', 'When the last complete backup began, in seconds since 1970.'),
    documents: gauge('countersign_documents', 'Documents of the desk in states that are not the end.', ['state']),
    requests: counter('countersign_http_requests_total', 'HTTP requests that were answered or broken off.', ['method', 'route', 'status']),
    requestSeconds: new Histogram({
      name: 'countersign_http_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its answer.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    restarts: counter('countersign_program_restarts_total', 'Programs that the launcher started again, by the reason.', [
      'child',
      'reason',
    ]),
  };
  // without a label a gauge would be 0 before it was asked
  for (const unknown of [metrics.ready, metrics.freeBytes, metrics.sizeBytes, metrics.lastBackup]) unknown.remove();
  return metrics;
}

/** Connections are counted when the figures are read. Pools of one name are added up. */
function addPoolGauges(registry: Registry, pools: ReadonlySet<CountedPool>): void {
  const sumUp = (figure: (pool: CountedPool) => number) => {
    const sums = new Map<string, number>();
    for (const pool of pools) {
      const name = (pool.options.application_name ?? '').replace(OUR_POOL, '');
      sums.set(name, (sums.get(name) ?? 0) + figure(pool));
    }
    return sums;
  };
  const add = (name: string, help: string, figure: (pool: CountedPool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pool, sum] of sumUp(figure)) this.set({ pool }, sum);
      },
    });
  add('countersign_database_connections_in_use', 'Database connections in use.', (pool) => pool.totalCount - pool.idleCount);
  add('countersign_database_connections_open', 'Database connections that are open, in use or not.', (pool) => pool.totalCount);
  add('countersign_database_connections_limit', 'Most database connections of the pool.', (pool) => pool.options.max ?? 0);
  add('countersign_database_connections_awaited', 'Statements that wait for a database connection.', (pool) => pool.waitingCount);
}
