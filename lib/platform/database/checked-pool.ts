import pg from 'pg';
import { toDatabaseError } from './database-error.ts';

type Callback = (error: unknown, ...rest: unknown[]) => void;

const checked =
  (callback: Callback): Callback =>
  (error, ...rest) =>
    callback(error ? toDatabaseError(error) : error, ...rest);

/** Runs a method of the driver, in its form with a promise or with a callback, and types what it fails with. */
function check(work: (...inputs: unknown[]) => unknown, inputs: unknown[]): unknown {
  const last = inputs.at(-1);
  if (typeof last === 'function') return work(...inputs.slice(0, -1), checked(last as Callback));
  const result = work(...inputs);
  if (!(result instanceof Promise)) return result;
  return result.catch((error) => {
    throw toDatabaseError(error);
  });
}

class CheckedClient extends pg.Client {
  override query(...inputs: unknown[]): never {
    return check((...given) => super.query(...(given as [string])), inputs) as never;
  }
}

/** A pool whose connections fail with `OutageError` where it is not the statement's fault. */
export class CheckedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: CheckedClient } as pg.PoolConfig);
  }

  override query(...inputs: unknown[]): never {
    return check((...given) => super.query(...(given as [string])), inputs) as never;
  }

  override connect(...inputs: unknown[]): never {
    return check((...given) => super.connect(...(given as [])), inputs) as never;
  }
}
