import type { Transaction } from '#lib/platform/database/database.ts';
import type { Caller } from './api-keys.ts';

/** What somebody did with a key to what all callers share. `headers`: of the request, which may say where it came from. */
export type ServiceOperation = {
  event:
    | 'api_key.made'
    | 'api_key.revoked'
    | 'service_schema.created'
    | 'service_schema.changed'
    | 'service_schema.removed'
    | 'service_example.saved'
    | 'service_example.removed'
    | 'service_example.imported';
  caller: Caller;
  headers: Headers;
  detail: Record<string, unknown>;
};

/** Writes down an operation in the transaction that does it. */
export type RecordOperation = (transaction: Transaction, operation: ServiceOperation) => Promise<void>;
