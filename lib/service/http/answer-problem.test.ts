import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '#lib/platform/database/database.ts';
import { createLog } from '#lib/platform/log.ts';
import { findApiKey } from '../context/api-keys.ts';
import { toProblemResponse, toServiceProblem } from './answer-problem.ts';

const lines: string[] = [];
const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });

async function failureAt(port: number): Promise<unknown> {
  const { database, close } = createDatabase(`postgres://nobody@127.0.0.1:${port}/none`);
  const error = await findApiKey(database, 'key').catch((caught) => caught);
  await close();
  return error;
}

const toProblem = (error: unknown) => toServiceProblem(error, log, new Request('http://service.test/v1/documents'));

describe('what a failed request answers', () => {
  it('asks to come back when the database is away', async () => {
    const problem = toProblem(await failureAt(9));
    expect([problem.status, problem.code, problem.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  });

  it('asks to come back when the database hangs up', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const problem = toProblem(await failureAt((server.address() as AddressInfo).port));
    server.close();
    expect(problem.code).toBe('unavailable');
  });

  it('tells nothing of an error of ours', async () => {
    const answer = toProblemResponse(toProblem(new Error('/home/someone/secret.ts broke with key cs_1234')));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/home|secret|cs_/);
    expect(lines.at(-1)).toContain('a request failed');
  });
});
