import { fromEvent } from 'file-selector';
import { type DragEvent, useEffect } from 'react';
import { type DropEvent, type DropzoneInputProps, type DropzoneRootProps, type FileWithPath, useDropzone } from 'react-dropzone';
import { showToast } from '#components/ui/layers/toast.tsx';
import { uploadQueue } from '#lib/client/upload/tab-uploads.ts';
import { toUploads } from '#lib/client/upload/to-uploads.ts';
import type { UploadSchema } from '#lib/client/upload/upload-file.ts';
import type { NewUpload } from '#lib/client/upload/upload-queue.ts';
import { hasFiles, refuseFiles } from './dragged-files.ts';
import { useDropDeployment } from './use-drop-deployment.ts';
import { LATER, RECOGNISE, useDropSchema } from './use-drop-schema.ts';

/** A name for a pasted picture, which browsers all call `image.png`. */
function named({ file, folder }: NewUpload): NewUpload {
  if (!/^image\.\w+$/.test(file.name)) return { file, folder };
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  return { file: new File([file], `Pasted ${moment}.${file.name.split('.').at(-1)}`, { type: file.type }), folder };
}

/** What an upload says of its schema. */
function toSchema(choice: string): UploadSchema {
  if (choice === RECOGNISE) return { recognise: true };
  return choice === LATER ? {} : { schemaId: choice };
}

/** The tile that files were dropped on, if any. */
function tileOf(event: DropEvent | null): string | undefined {
  const tile = event?.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop-schema]') : null;
  return tile?.dataset.dropSchema;
}

/** Keeps from the zone what it has no business with: dragged words, which the browser sees to, and files over a dialog before the screen. */
function onlyFilesHere(event: DragEvent, isReading: boolean): void {
  const isHere = event.currentTarget.contains(event.target as Node);
  if (hasFiles(event) && isHere && !isReading) return;
  if (hasFiles(event)) refuseFiles(event);
  event.stopPropagation();
}

/** A picture of the page itself would come along as a file; pages are not for adding to themselves. */
function keepPictures(event: DragEvent): void {
  if (event.target instanceof HTMLImageElement) event.preventDefault();
}

const tellUnreadable = () =>
  showToast({
    tone: 'bad',
    title: 'The files cannot be read',
    detail: 'The browser was not allowed to open them. Choose them with the button instead.',
  });

const ofZone = {
  noClick: true,
  noKeyboard: true,
  // On the window, because on a screen without a focus a paste belongs to the page as a whole.
  noPaste: true,
  // It would also stop words from being dragged into a field; `useRefuseFiles` stops files only.
  preventDropOnDocument: false,
  onError: tellUnreadable,
} as const;

export type AddFiles = {
  /** For the element that takes dropped files. */
  rootProps: DropzoneRootProps;
  /** For the two file inputs, which must be in the page. */
  filesInputProps: DropzoneInputProps;
  folderInputProps: DropzoneInputProps;
  /** True while files hang over the element. */
  isDragged: boolean;
  /** True while a dropped or chosen folder is gone through. */
  isReading: boolean;
  chooseFiles: () => void;
  chooseFolder: () => void;
};

/** The ways files come in: dropped, pasted, chosen. */
export function useAddFiles(isEnabled: boolean): AddFiles {
  const chosen = useDropSchema();
  const deploymentId = useDropDeployment();
  const add = (files: readonly File[], schema: string, change = (upload: NewUpload) => upload) => {
    const uploads = toUploads(files as readonly FileWithPath[]).map(change);
    if (uploads.length) uploadQueue.add(uploads, toSchema(schema), deploymentId);
    else showToast({ tone: 'info', title: 'Nothing to add', detail: 'The folder contains no files.' });
  };
  const onDrop = (files: readonly File[], _: unknown, event: DropEvent | null) => add(files, tileOf(event) ?? chosen);
  const zone = useDropzone({ ...ofZone, onDrop, disabled: !isEnabled });
  const folder = useDropzone({ ...ofZone, onDrop, disabled: !isEnabled, noDrag: true });
  useEffect(() => {
    if (!isEnabled) return;
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      // Read as a drop is, so that a pasted folder comes with what is inside.
      fromEvent({ type: 'drop', dataTransfer: event.clipboardData }).then((files) => add(files as File[], chosen, named), tellUnreadable);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
  // What is read would be given up for what comes next.
  const isReading = zone.isProcessing || folder.isProcessing;
  const guard = (event: DragEvent) => onlyFilesHere(event, isReading);
  const choose = (open: (() => void) | null) => () => {
    if (isReading) showToast({ tone: 'info', title: 'One moment', detail: 'The previous folder is still being read.' });
    else open?.();
  };
  const hidden = { hidden: true, style: undefined };
  return {
    rootProps: zone.getRootProps({
      onDragStart: keepPictures,
      onDragEnter: guard,
      onDragOver: guard,
      onDrop: guard,
    }),
    filesInputProps: zone.getInputProps({ ...hidden, 'aria-label': 'Files to add' }),
    folderInputProps: folder.getInputProps({ ...hidden, 'aria-label': 'Folder to add', webkitdirectory: '' } as DropzoneInputProps),
    isDragged: isEnabled && zone.isDragActive,
    isReading,
    chooseFiles: choose(zone.open),
    chooseFolder: choose(folder.open),
  };
}
