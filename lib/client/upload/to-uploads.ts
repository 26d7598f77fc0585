import type { FileWithPath } from 'react-dropzone';
import type { NewUpload } from './upload-queue.ts';

/** What file managers leave in folders. The drop zone leaves the first two out itself, but not of a chosen folder. */
const IGNORED = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The files that a drop, a paste or a chooser gave; `folder` is the path they came with, e.g. `2026/march`, or empty. */
export function toUploads(files: readonly FileWithPath[]): NewUpload[] {
  return files.filter(({ name }) => !IGNORED.has(name)).map((file) => ({ file, folder: folderOf(file.path) }));
}

/** `./a.pdf` for a single file, `/march/a.pdf` for one of a dropped folder, `march/a.pdf` for one of a chosen folder. */
function folderOf(path: string): string {
  return path
    .replace(/^\.?\//, '')
    .split('/')
    .slice(0, -1)
    .join('/');
}
