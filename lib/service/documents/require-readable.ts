import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ReadError } from '#lib/reading/model/read-error.ts';
import { type FileKind, requireFamily, type SniffRequest } from '#lib/reading/model/readable-kinds.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Kinds for files that are damaged or locked so that only indexing can say what they are. */
const UNKNOWN: FileKind = { mediaType: 'application/octet-stream', xmlRoot: null };

/**
 * What a received file is by its content; the name's ending does not matter.
 * @throws ProblemError `unsupported_media_type`
 */
export async function requireReadable({ reader }: Pick<ServiceContext, 'reader'>, file: SniffRequest): Promise<FileKind> {
  try {
    const kind = await reader.sniff(file);
    requireFamily(kind.mediaType);
    return kind;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.code === 'unsupported_media_type') throw new ProblemError('unsupported_media_type', error.message, { cause: error });
    // damaged, protected or made to do harm: the document is taken in, and its indexing fails with the reason
    return UNKNOWN;
  }
}
