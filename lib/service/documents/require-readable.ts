import { ProblemError } from '#lib/contract/problem-error.ts';
import { refuseUnreadable } from '#lib/reading/adapters.ts';
import { ReadError } from '#lib/reading/read-error.ts';
import { sniff } from '#lib/reading/sniff.ts';

/** Kinds for files that are damaged or locked so that only indexing can say what they are. */
const UNKNOWN = 'application/octet-stream';

/**
 * The media type of an uploaded file by its content; the name's ending does not matter.
 * @throws ProblemError `unsupported_media_type`
 */
export async function requireReadable(path: string, name: string): Promise<string> {
  try {
    const mediaType = await sniff(path, name);
    refuseUnreadable(mediaType);
    return mediaType;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.code === 'unsupported_media_type') throw new ProblemError('unsupported_media_type', error.message, { cause: error });
    // damaged or protected: the document is taken in, and its indexing fails with the reason
    return UNKNOWN;
  }
}
