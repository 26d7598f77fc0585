import { appendServiceOperation } from '#lib/desk/audit/operations/append-service-operation.ts';
import type { Config } from '#lib/platform/config.ts';
import type { RecordOperation } from '#lib/service/context/service-operation.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/context/client-address.ts';

/** Addresses on which only programs of this machine can ask. */
const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;

/**
 * Records in the desk's audit trail what is done at the service with keys. The desk's own requests, with the key of the
 * configuration and from no client, are left out: the trail tells of them with the person who asked.
 */
export function recordInTrail(config: Config): RecordOperation {
  // a service that strangers reach past our web program must not believe what they say of their address
  const isBehindWeb = LOOPBACK.test(config.service.bind);
  return async (transaction, { event, caller, headers, detail }) => {
    const address = isBehindWeb ? headers.get(CLIENT_ADDRESS_HEADER) : null;
    if (isBehindWeb && address === null && !caller.isLimited) return;
    await appendServiceOperation(transaction, { event, detail, address, key: { id: caller.id, name: caller.name } });
  };
}
