import { z } from 'zod';
import { type DocumentAttachment, documentAttachmentSchema } from '#lib/contract/service/document.ts';
import type { Attachment } from '#lib/contract/service/reading.ts';
import type { ListedAttachment } from '../documents/tables.ts';

const MOST_LISTED = 200;
const answerSchema = z.object({ attachments: z.array(documentAttachmentSchema).default([]) });

/** The attachments in the embedded service's answer about a completed document. */
export function readAttachments(answer: unknown): DocumentAttachment[] {
  const parsed = answerSchema.safeParse(answer);
  return parsed.success ? parsed.data.attachments : [];
}

/** What the desk keeps of attachments to show them: those that are not part of the body. */
export function listedAttachments(attachments: Attachment[]): ListedAttachment[] {
  const shown = attachments.filter(({ inline }) => !inline).slice(0, MOST_LISTED);
  return shown.map(({ name, media_type, size, sha256 }) => ({ name, media_type, size, sha256 }));
}
