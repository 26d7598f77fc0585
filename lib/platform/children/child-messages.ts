/** What crosses between a pool and its child processes. Large parts go as bytes so that they can be counted. */
export type ChildMessage = { head: unknown; body?: Uint8Array | undefined };

export type ToChild = { type: 'task'; id: number; task: unknown; maxOutputBytes: number };
export type FromChild =
  | { type: 'ready' }
  | { type: 'message'; id: number; message: ChildMessage }
  | { type: 'done'; id: number; result: unknown }
  | { type: 'failed'; id: number; message: string }
  | { type: 'too_much_output'; id: number };

/** Bytes that a message counts for. */
export function sizeOfMessage({ head, body }: ChildMessage): number {
  return (body?.byteLength ?? 0) + (JSON.stringify(head)?.length ?? 0);
}
