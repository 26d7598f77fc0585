import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { getDocumentRow } from '#lib/desk/desk-document.ts';
import { getBackend } from './backend.ts';

/**
 * Gives a page about a document that is not there the status 404. Whether one is there is told to signed-in people only; the screen
 * itself says everything else, such as a desk in trouble.
 */
export async function requireDocument(id: string): Promise<void> {
  if (!z.uuid().safeParse(id).success) notFound();
  if (await isKnownAbsent(id)) notFound();
}

async function isKnownAbsent(id: string): Promise<boolean> {
  const request = new Request('http://localhost/', { headers: await headers() });
  try {
    const { sessions, desk } = await getBackend();
    await sessions.requireUser(request, 'viewer');
    await getDocumentRow(desk.database, id);
    return false;
  } catch (error) {
    return error instanceof ProblemError && error.code === 'not_found';
  }
}
