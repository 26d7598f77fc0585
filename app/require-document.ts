import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { hasDocument } from '#lib/desk/documents/operations/has-document.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { getBackend } from './backend.ts';

const DOCUMENT = /^\/documents\/([^/]+)(\/split)?\/?$/;
/**
 * Gives the address of a document that is not there the status 404. Whether one is there is told to signed-in people only; the screen
 * itself says everything else, such as a desk in trouble. Asked by the layout, because the gate inside it leaves the page for the
 * browser to draw, which is too late for a status; and thus once for each full load, not for each document opened.
 */
export async function requireDocument(): Promise<void> {
  const asked = await headers();
  const id = DOCUMENT.exec(asked.get('x-countersign-path') ?? '')?.[1];
  if (id === undefined) return;
  if (!isUuid(id) || (await isKnownAbsent(id, asked))) notFound();
}

async function isKnownAbsent(id: string, asked: Headers): Promise<boolean> {
  try {
    const { sessions, desk } = await getBackend();
    await sessions.requireUser(new Request('http://localhost/', { headers: new Headers(asked) }), 'viewer');
    return !(await hasDocument(desk, id));
  } catch {
    return false;
  }
}
