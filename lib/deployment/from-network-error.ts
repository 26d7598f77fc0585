import { codeOf, DeploymentError, NAMELESS } from './deployment-error.ts';

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;
/** What answers is no TLS. */
const PLAIN = /wrong version number|packet length too long|http request/i;
/** What answers is no HTTP: as undici says it (llhttp's HPE_…). */
const NO_HTTP = /^HPE_/;

/** What a failed connection means. @param name of the deployment, in quotes */
export function fromNetworkError(error: unknown, timedOut: boolean, name = NAMELESS): DeploymentError {
  if (error instanceof DeploymentError) return error;
  const make = (message: string, trouble: DeploymentError['trouble']) =>
    new DeploymentError('deployment_unreachable', `${name} ${message}`, { trouble, cause: error });
  const code = codeOf(error);
  if (timedOut) return make('did not answer in time.', 'timeout');
  if (TLS.test(code)) {
    return PLAIN.test(messagesOf(error))
      ? make('answers without encryption at this port. Use http:// or another port.', 'wrong_protocol')
      : make('has a certificate that the desk does not accept, so there is no secure connection.', 'tls');
  }
  if (NO_HTTP.test(code)) return make('does not speak HTTP at this port. If it expects encryption, use https://.', 'wrong_protocol');
  return make('cannot be reached. Check its address and the network.', 'unreachable');
}

function messagesOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error as Error | undefined, depth = 0; at && depth < 5; at = at.cause as Error | undefined, depth += 1)
    messages.push(String(at.message));
  return messages.join(' ');
}
