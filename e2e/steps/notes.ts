import { expect, type Page } from '@playwright/test';
import { stateOf } from './open-document.ts';

const AT_ONCE = 6;

const originOf = (page: Page) => ({ origin: new URL(page.url()).origin });

/** What the schema of notes asks for; the amount under another label, if one is given. */
export const noteFields = (amountLabel = 'Amount') => [
  { name: 'reference', type: 'string', label: 'Reference' },
  { name: 'price', type: 'money', label: amountLabel },
];

/** A schema for notes in which no value is flagged for its confidence. @returns its id */
export async function makeNotesSchema(page: Page, name: string): Promise<string> {
  const made = await page.request.post('/api/schemas', { headers: originOf(page), data: { name, fields: noteFields() } });
  const { id } = (await made.json()) as { id: string };
  await page.request.put(`/api/schemas/${id}/thresholds`, { headers: originOf(page), data: { field: null, threshold: 0 } });
  return id;
}

/** Sends the note of that number. @returns the document's id */
export async function sendNote(page: Page, schemaId: string, name: string, number: number): Promise<string> {
  const sent = await page.request.post(`/api/documents?name=${name}-${number}.txt&schema_id=${schemaId}`, {
    headers: { ...originOf(page), 'content-type': 'text/plain' },
    data: `NOTE\n\nReference: N-${number}\nAmount: ${number}.00 EUR\nFee: ${number - 90}.00 EUR\n`,
  });
  return ((await sent.json()) as { id: string }).id;
}

/** Sends so many notes, and approves each as it was extracted. */
export async function approveNotes(page: Page, schemaId: string, name: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => 100 + from + index);
    await Promise.all(numbers.map(async (number) => approveNote(page, await sendNote(page, schemaId, name, number))));
  }
}

async function approveNote(page: Page, id: string): Promise<void> {
  await expect.poll(() => stateOf(page, id), { timeout: 120_000 }).toBe('to_review');
  const { document } = (await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { revision: number } };
  const data = { revision: document.revision, sign_off: true };
  const approved = await page.request.post(`/api/documents/${id}/approve`, { headers: originOf(page), data });
  expect(approved.ok(), await approved.text()).toBe(true);
}
