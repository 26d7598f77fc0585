/** Raised whenever the readers change what they return; stored readings of another version are made again. */
export const READING_VERSION = 8;
