// npm run bench:latency -- ADDRESS [COUNT]: time from the first byte of an upload to extracted fields, for one-page PDFs that
// differ, one after the other, on a running desk whose first account is ADMIN_EMAIL / ADMIN_PASSWORD (or is made here).
import PdfDocument from 'pdfkit';

const [address = 'http://127.0.0.1:3000', count = '20'] = process.argv.slice(2);
const account = {
  name: 'Bench',
  email: process.env.ADMIN_EMAIL ?? 'bench@example.org',
  password: process.env.ADMIN_PASSWORD ?? 'bench password 1',
};
const headers: Record<string, string> = { origin: address, 'content-type': 'application/json' };

function keepCookies(response: Response): void {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
}

async function makeInvoice(number: number): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  const lines = [`Invoice number: L-${number}`, 'Invoice date: 2026-03-01', `Net total: ${number}.00`, `Total: ${number}.00 EUR`];
  for (const line of lines) document.text(line);
  document.end();
  await done;
  return Buffer.concat(chunks);
}

function quantile(sorted: number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

const { name, email, password } = account;
keepCookies(await fetch(`${address}/api/set-up`, { method: 'POST', headers, body: JSON.stringify({ name, email, password }) }));
keepCookies(await fetch(`${address}/api/auth/sign-in/email`, { method: 'POST', headers, body: JSON.stringify({ email, password }) }));
const { items } = (await (await fetch(`${address}/api/schemas`, { headers })).json()) as { items: { id: string; name: string }[] };
const schema = items.find((one) => one.name === 'Invoice');
const times: number[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const bytes = await makeInvoice(Date.now() % 1_000_000);
  const started = performance.now();
  const answer = await fetch(`${address}/api/documents?name=latency-${index}.pdf&schema_id=${schema?.id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/pdf' },
    body: new Uint8Array(bytes),
  });
  const { id } = (await answer.json()) as { id: string };
  for (let state = ''; state !== 'to_review'; ) {
    const detail = (await (await fetch(`${address}/api/documents/${id}`, { headers })).json()) as { document: { state: string } };
    state = detail.document.state;
    if (state === 'failed' || performance.now() - started > 60_000) throw new Error(`The document ended ${state}.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  times.push(performance.now() - started);
}
const sorted = times.toSorted((a, b) => a - b);
console.log(
  `${times.length} documents: first ${Math.round(times[0] ?? 0)} ms, median ${quantile(sorted, 0.5)} ms, p95 ${quantile(sorted, 0.95)} ms`,
);
