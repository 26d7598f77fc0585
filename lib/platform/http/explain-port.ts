import { hostInUrl } from '../config.ts';

/**
 * One sentence for why a port cannot be listened on, and what to do.
 * @param error what listening failed with
 * @param name of the setting that chooses the port
 */
export function explainPort(error: NodeJS.ErrnoException, at: { host: string; port: number; name: string }): string {
  const { host, port, name } = at;
  const reason =
    error.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken by another program`
      : error.code === 'EACCES'
        ? `Port ${port} may not be used by this account`
        : `The address ${hostInUrl(host)}:${port} cannot be used (${error.code})`;
  return `${reason}: choose another by ${name}, for example ${name}=${port < 65_535 ? port + 1 : port - 1}.`;
}
