/**
 * The version that files are read in. Raised when files are read so differently that new readings should be told from old ones; a
 * file that has a reading keeps it, also when it is sent again: what lies on documents of the same bytes points into it.
 */
export const READING_VERSION = 11;

/** The oldest version that can still be used. Raised with the other when stored pages can no longer be understood: their files are read anew. */
export const OLDEST_READING_VERSION = 7;
