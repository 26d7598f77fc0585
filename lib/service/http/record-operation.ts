import type { Context } from 'hono';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { ServiceOperation } from '../context/service-operation.ts';
import type { ServiceEnv } from './service-app.ts';

/** Records what a request does, where somebody keeps a trail; last in the transaction. */
export async function recordOperation(
  { recordOperation: record }: ServiceContext,
  c: Context<ServiceEnv>,
  transaction: Transaction,
  { event, detail }: Pick<ServiceOperation, 'event' | 'detail'>,
): Promise<void> {
  await record?.(transaction, { event, detail, caller: c.get('apiKey'), headers: c.req.raw.headers });
}
