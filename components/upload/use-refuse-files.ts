import { useEffect } from 'react';
import { hasFiles, refuseFiles } from './dragged-files.ts';

/** Refuses files dragged over anything that does not take them. */
export function useRefuseFiles(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!event.defaultPrevented && hasFiles(event)) refuseFiles(event);
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
