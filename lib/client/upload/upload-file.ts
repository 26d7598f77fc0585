import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { withQuery } from '../http/http.ts';
import { readProblem } from '../http/read-problem.ts';

/** The schema a file is extracted with, or that its kind is to be found; neither = a schema is chosen later. */
export type UploadSchema = { schemaId?: string; recognise?: true };

export type UploadRequest = {
  /** Names the upload: sent again under it, also when the answer was lost, the file is stored once. A UUID. */
  id: string;
  file: File;
  /** Folder path it was dropped with; empty when none. */
  folder: string;
  schema: UploadSchema;
  /** Null = where new documents go. */
  deploymentId?: string | null;
  signal: AbortSignal;
  /** Bytes that have left the browser. */
  onProgress: (sent: number) => void;
};

/**
 * Sends one file as a raw body. XMLHttpRequest, because fetch does not tell how many bytes have left.
 * @throws ProblemError with the desk's sentence; ConnectionError when the connection breaks; the signal's reason when cancelled.
 */
export function uploadFile({ id, file, folder, schema, deploymentId, signal, onProgress }: UploadRequest): Promise<DeskDocument> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    const recognise = schema.recognise ? 'yes' : null;
    const query = { upload_id: id, name: file.name, folder, schema_id: schema.schemaId, deployment_id: deploymentId, recognise };
    request.open('POST', withQuery('/api/documents', query));
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        reject(readProblem(request.status, request.responseText, request.getResponseHeader('retry-after')));
        return;
      }
      const stored = jsonOrNull(request.responseText) as DeskDocument | null;
      if (stored?.id) resolve(stored);
      else reject(new ProblemError('internal_error', 'The desk sent a response that this page does not understand. Reload the page.'));
    };
    request.onerror = () => reject(new ConnectionError('The connection was lost. The file was not stored.'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
