import type { NewUpload } from './upload-queue.ts';

const IGNORED = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/**
 * The files of a drop or paste, with those inside dropped folders; `folder` is their path, e.g. `2026/march`.
 * Must be called inside the event: the browser empties the list afterwards.
 */
export function droppedFiles(data: DataTransfer): Promise<NewUpload[]> {
  const entries: (FileSystemEntry | File)[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    if (entry) entries.push(entry);
  }
  if (entries.length === 0) entries.push(...data.files);
  return Promise.all(entries.map((entry) => (entry instanceof File ? [{ file: entry, folder: '' }] : filesOf(entry, '')))).then((lists) =>
    lists.flat().filter(({ file }) => !IGNORED.has(file.name)),
  );
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<NewUpload[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, folder }];
  }
  const inside = folder ? `${folder}/${entry.name}` : entry.name;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: NewUpload[] = [];
  // readEntries gives at most a hundred at a time and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files;
    for (const one of some) files.push(...(await filesOf(one, inside)));
  }
}

/** The files of an `<input type="file">`, with their folders when a folder was chosen. */
export function chosenFiles(files: FileList | File[]): NewUpload[] {
  return [...files]
    .filter((file) => !IGNORED.has(file.name))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }));
}
