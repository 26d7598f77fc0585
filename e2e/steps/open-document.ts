import { expect, type Page } from '@playwright/test';

/** The state of a document. */
export async function stateOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/documents/${id}`);
  return ((await answer.json()) as { document: { state: string } }).document.state;
}

/** Adds a sample of the drawer, waits until it can be reviewed, and opens it. @returns the document's id */
export async function openSample(page: Page, sample: string): Promise<string> {
  const answer = await page.request.post(`/api/samples/${sample}`, { headers: { origin: new URL(page.url()).origin } });
  const { id } = (await answer.json()) as { id: string };
  await openToReview(page, id);
  return id;
}

/** Sends a file with the schema of that name, waits until it can be reviewed, and opens it. @returns the document's id */
export async function openFile(page: Page, file: { name: string; type: string; bytes: Buffer; schema: string }): Promise<string> {
  const { items } = (await (await page.request.get('/api/schemas')).json()) as { items: { id: string; name: string }[] };
  const { id: schemaId } = items.find((schema) => schema.name === file.schema)!;
  const id = await send(page, file, schemaId);
  await openToReview(page, id);
  return id;
}

/** Sends a text with a schema of its own, waits until it can be reviewed, and opens it. @returns the document's id */
export async function openText(page: Page, name: string, text: string, fields: object[], rules: object[] = []): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const made = await page.request.post('/api/schemas', { headers, data: { name: `Schema of ${name}`, fields, rules } });
  const { id: schemaId } = (await made.json()) as { id: string };
  const id = await send(page, { name, type: 'text/plain', bytes: Buffer.from(text) }, schemaId);
  await openToReview(page, id);
  return id;
}

async function send(page: Page, { name, type, bytes }: { name: string; type: string; bytes: Buffer }, schemaId: string): Promise<string> {
  const sent = await page.request.post(`/api/documents?name=${name}&schema_id=${schemaId}`, {
    headers: { origin: new URL(page.url()).origin, 'content-type': type },
    data: bytes,
  });
  return ((await sent.json()) as { id: string }).id;
}

/** Waits until a document can be reviewed, and opens it. */
async function openToReview(page: Page, id: string): Promise<void> {
  await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toBe('to_review');
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
}
