import { isFileOfDesk } from '#lib/desk/documents/is-file-of-desk.ts';
import type { FileReferences } from '#lib/files/remove-unreferenced-file.ts';
import { isFileOfService } from '#lib/service/context/is-file-of-service.ts';

/** Everybody whose documents refer to files of this machine's store: the same for every program that removes some. */
export const FILE_REFERENCES: readonly FileReferences[] = [isFileOfDesk, isFileOfService];
