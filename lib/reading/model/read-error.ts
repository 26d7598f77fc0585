/** Why a file cannot be read. The code is also the outcome the person and the service's problem document show. */
export type ReadErrorCode =
  | 'password_required'
  | 'password_wrong'
  | 'damaged_file'
  | 'unsupported_media_type'
  | 'empty_file'
  | 'too_large_to_read'
  | 'reading_timed_out'
  | 'reading_crashed';

export class ReadError extends Error {
  override name = 'ReadError';
  readonly code: ReadErrorCode;

  /** @param message a sentence for the person: what happened and what to do. No path, no stack. */
  constructor(code: ReadErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file is not read because the program is ending: nothing is known of the file, and the next program reads it. */
export class ReadingStoppedError extends Error {
  override name = 'ReadingStoppedError';

  constructor(options?: ErrorOptions) {
    super('Reading was stopped because the program is ending. Try again in a moment.', options);
  }
}
