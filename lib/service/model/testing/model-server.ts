import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';

type Question = { model: string; messages: { content: string }[]; response_format: { json_schema: { schema: unknown } } };
/** Answers one question, well or badly. */
export type Behaviour = (question: Question, response: ServerResponse, headers: IncomingMessage['headers']) => void;

function send(response: ServerResponse, message: Record<string, unknown>, finish = 'stop'): void {
  response.setHeader('content-type', 'application/json');
  const usage = { prompt_tokens: 100, completion_tokens: 20 };
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...message }, finish_reason: finish }], usage }));
}

/** Ways an OpenAI-compatible endpoint behaves. */
export const behave = {
  answer:
    (fields: unknown): Behaviour =>
    (_, response) =>
      send(response, { content: JSON.stringify(fields) }),
  fenced:
    (fields: unknown): Behaviour =>
    (_, response) =>
      send(response, { content: `Here you are:\n\`\`\`json\n${JSON.stringify(fields)}\n\`\`\`` }),
  badJson: (): Behaviour => (_, response) => send(response, { content: '{"total": 12,' }),
  html: (): Behaviour => (_, response) => response.end('<html>gateway</html>'),
  status:
    (status: number, headers: Record<string, string> = {}): Behaviour =>
    (_, response) =>
      response.writeHead(status, headers).end('no'),
  refuse: (): Behaviour => (_, response) => send(response, { content: null, refusal: 'I cannot help with that.' }),
  truncate: (): Behaviour => (_, response) => send(response, { content: '{"total": 1' }, 'length'),
  hang: (): Behaviour => () => {},
  reset: (): Behaviour => (_, response) => void response.socket?.destroy(),
} as const;

/** An endpoint on loopback that works through `behaviours`, the last one for ever; keeps what it was asked. */
export async function startModelServer(...behaviours: Behaviour[]) {
  const questions: Question[] = [];
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const behaviour = behaviours[Math.min(questions.length, behaviours.length - 1)]!;
      questions.push(JSON.parse(body));
      keys.push(request.headers.authorization);
      behaviour(questions.at(-1)!, response, request.headers);
    });
  });
  const { url, close } = await listen(server);
  return {
    baseUrl: `${url}/v1`,
    questions,
    keys,
    close,
  };
}
