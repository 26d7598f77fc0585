type Drag = { dataTransfer: DataTransfer | null; preventDefault: () => void };

/** True when files are dragged, not words or a link. */
export function hasFiles({ dataTransfer }: Drag): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** The pointer says that nothing here takes the files; the browser would open them in place of the desk. */
export function refuseFiles(event: Drag): void {
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}
