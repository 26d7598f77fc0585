/** Whether a reading or an engine gave a task up because its program is ending, which says nothing about the document. */
export function isStopped(error: unknown): boolean {
  const { name, reason } = (error ?? {}) as { name?: unknown; reason?: unknown };
  return name === 'ReadingStoppedError' || (name === 'ChildTaskError' && (reason === 'cancelled' || reason === 'interrupted'));
}
