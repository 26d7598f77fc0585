import { useEffect } from 'react';
import { showToast } from '#components/ui/toast.tsx';
import { chosenFiles, droppedFiles } from '#lib/client/dropped-files.ts';
import type { UploadSchema } from '#lib/client/upload-file.ts';
import type { NewUpload } from '#lib/client/upload-queue.ts';
import { uploadQueue } from '#lib/client/use-uploads.ts';
import { useDropDeployment } from './use-drop-deployment.ts';
import { LATER, RECOGNISE, useDropSchema } from './use-drop-schema.ts';
import { useFileDrag } from './use-file-drag.ts';

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

/** Opens the system's file chooser. */
function pick(folder: boolean): Promise<NewUpload[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = folder;
    input.onchange = () => resolve(chosenFiles(input.files ? [...input.files] : []));
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/** The ways files come in: dropped, pasted, chosen. `isDragged` while files hang over the window. */
export function useAddFiles(isEnabled: boolean): { isDragged: boolean; chooseFiles: () => void; chooseFolder: () => void } {
  const chosen = useDropSchema();
  const deploymentId = useDropDeployment();
  const add = async (coming: Promise<NewUpload[]>, schema: string) => {
    let files: NewUpload[];
    try {
      files = await coming;
    } catch {
      showToast({
        tone: 'bad',
        title: 'The files cannot be read',
        detail: 'The browser was not allowed to open them. Choose them with the button instead.',
      });
      return;
    }
    if (files.length) uploadQueue.add(files, toSchema(schema), deploymentId);
  };
  const isDragged = useFileDrag(isEnabled, (data, target) => {
    const tile = target?.closest<HTMLElement>('[data-drop-schema]');
    void add(droppedFiles(data), tile?.dataset.dropSchema ?? chosen);
  });
  useEffect(() => {
    if (!isEnabled) return;
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      void add(
        droppedFiles(event.clipboardData).then((files) => files.map(named)),
        chosen,
      );
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
  return { isDragged, chooseFiles: () => void add(pick(false), chosen), chooseFolder: () => void add(pick(true), chosen) };
}
