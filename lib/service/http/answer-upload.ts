import type { Context } from 'hono';
import { fingerprintOf, holdIdempotencyKey, type SavedAnswer } from '../context/idempotency.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireReadable } from '../documents/require-readable.ts';
import { submitDocument } from '../documents/submit-document.ts';
import { toDocument } from '../documents/to-document.ts';
import { toResponse } from './answer-once.ts';
import { receiveUpload } from './receive-upload.ts';
import type { ServiceEnv } from './service-app.ts';
import { submitterOf } from './submitter-of.ts';

const EXTEND_MS = 10_000;

/** Answers POST /v1/documents. The content's hash is part of what an `Idempotency-Key` stands for. */
export async function answerUpload(c: Context<ServiceEnv>, context: ServiceContext): Promise<Response> {
  const hold = await holdIdempotencyKey(context.database, c.get('apiKey').id, c.req.header('idempotency-key'));
  const extending = setInterval(() => void hold.extend().catch(() => undefined), EXTEND_MS);
  try {
    const { received, name, metadata, password } = await receiveUpload(c.req.raw, context);
    try {
      const fingerprint = fingerprintOf('POST', '/v1/documents', name, received.sha256, JSON.stringify(metadata));
      const before = hold.findAnswer(fingerprint);
      if (before) return toResponse(before, true);
      const { mediaType } = await requireReadable(context, { path: received.path, name });
      let answer: SavedAnswer | undefined;
      const submitter = submitterOf(c);
      await submitDocument(context, { received, name, mediaType, metadata, password, submitter }, async (tx, row) => {
        answer = { status: 201, headers: { location: `/v1/documents/${row.id}` }, body: toDocument(row) };
        await hold.save(tx, fingerprint, answer);
      });
      return toResponse(answer as SavedAnswer);
    } finally {
      // after `keep` there is nothing left to discard
      await received.discard();
    }
  } catch (error) {
    await hold.release();
    throw error;
  } finally {
    clearInterval(extending);
  }
}
