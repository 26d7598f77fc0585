import { findOpenSpan, type SpanAttributes, TRACEPARENT_HEADER, toTraceparent } from '../trace-context.ts';
import { withSpan } from '../tracing/tracer.ts';

/**
 * Makes one request to another program as a span of what is being done. Its address is told as a template, without ids.
 * @param root the beginning of the address
 * @param isNews false for an answer that is not worth a span
 */
export function traceCall<A extends { status: number }>(
  root: string,
  { method, template }: { method: string; template: string },
  request: () => Promise<A>,
  isNews: (answer: A) => boolean = () => true,
): Promise<A> {
  const attributes = { 'http.request.method': method, 'url.template': template, ...addressOf(root) };
  return withSpan(`${method} ${template}`, { kind: 'client', attributes }, async (span) => {
    try {
      const answer = await request();
      span?.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span?.fail(String(answer.status));
      if (span && !isNews(answer)) span.drop();
      return answer;
    } catch (error) {
      const { remoteStatus } = error as { remoteStatus?: number | null };
      span?.set({ 'http.response.status_code': remoteStatus ?? undefined });
      throw error;
    }
  });
}

/** A request as it is made to a program of ours: it goes on with the trace. */
export function withTrace(init: RequestInit | undefined): RequestInit | undefined {
  return { ...init, headers: { ...(init?.headers as Record<string, string> | undefined), ...traceHeaders(init?.method) } };
}

/** What goes along with a request so that another program of ours goes on with the trace. A poll has nothing to go on with. */
function traceHeaders(method: string | undefined): Record<string, string> {
  const span = method === 'GET' ? null : findOpenSpan();
  return span ? { [TRACEPARENT_HEADER]: toTraceparent(span) } : {};
}

function addressOf(root: string): SpanAttributes {
  if (!URL.canParse(root)) return {};
  const { hostname, port, protocol } = new URL(root);
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
}
