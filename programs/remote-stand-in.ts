import { startRemoteStandIn } from '#lib/deployment/stand-in/remote-stand-in.ts';

/** A deployment as others might run it, for trying things out and for tests: `npm run stand-in -- PORT KEY`. */
const [port = '0', apiKey = 'stand-in-key'] = process.argv.slice(2);
const standIn = await startRemoteStandIn({ port: Number(port), apiKey });
console.log(`A stand-in of the document service listens at ${standIn.url} with the key ${apiKey}; settings at ${standIn.url}/control`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.close().then(() => process.exit(0)));
