/** No answer came: no network, the desk is stopped, or it took too long. Asking again may help. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
}
