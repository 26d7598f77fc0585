/**
 * Raised when stored readings can no longer be used. They are made again when their file is sent again, and then the places of values
 * that were approved may lie elsewhere; so not for what is only read better.
 */
export const READING_VERSION = 7;
