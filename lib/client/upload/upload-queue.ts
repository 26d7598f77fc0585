import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { errorMessage } from '../http/error-message.ts';
import { newId } from '../http/new-id.ts';
import { type UploadRequest, type UploadSchema, uploadFile } from './upload-file.ts';
import { holdPause, holdReason, isDeskThere, isReadable } from './upload-hold.ts';

const PARALLEL = 3;
const TELL_MS = 120;
/** A file whose connection broke so often in a row, and the desk answered each time a moment later, is not sent again by itself. */
const MOST_BREAKS = 5;

export type Upload = {
  id: string;
  file: File;
  folder: string;
  schema: UploadSchema;
  /** Where it goes; null = where new documents go. */
  deploymentId: string | null;
  /** waiting → sending → stored | failed | cancelled. */
  state: 'waiting' | 'sending' | 'stored' | 'failed' | 'cancelled';
  /** Bytes that have left the browser. */
  sent: number;
  /** Bytes a second over the last moments; null before it is known. */
  speed: number | null;
  error: string | null;
  /** What it waits for besides its turn, in words that follow "Waiting for"; it goes on by itself. */
  waitsFor: string | null;
  document: DeskDocument | null;
  /** True when the person decided to keep a duplicate. */
  duplicateKept: boolean;
};

export type NewUpload = { file: File; folder: string };

/**
 * Files on their way to the desk. Lives as long as the tab, so moving between screens loses nothing. While the desk cannot be
 * reached or cannot store, all of them wait, as long as it takes; then one goes first, and the others when that is through.
 */
export class UploadQueue {
  #uploads: readonly Upload[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #controllers = new Map<string, AbortController>();
  readonly #marks = new Map<string, { at: number; sent: number }>();
  /** How often each upload had to wait: the one that waited least goes first, so that none holds up the others. */
  readonly #waits = new Map<string, number>();
  /** How often in a row the connection of each upload broke although the desk was there. */
  readonly #breaks = new Map<string, number>();
  #hold: { reason: string; timer: ReturnType<typeof setTimeout> } | null = null;
  /** Waits in a row since the desk took the last file. */
  #holds = 0;
  readonly #sendFile: (request: UploadRequest) => Promise<DeskDocument>;
  readonly #isDeskThere: () => Promise<boolean>;
  readonly #told = new Map<string, DeskDocument>();
  #telling: ReturnType<typeof setTimeout> | undefined;
  /** Told of each stored document. */
  onStored: (document: DeskDocument) => void = () => {};

  /** What is given takes the place of the network, for tests. */
  constructor(sendFile: (request: UploadRequest) => Promise<DeskDocument> = uploadFile, whether: () => Promise<boolean> = isDeskThere) {
    this.#sendFile = sendFile;
    this.#isDeskThere = whether;
    if (typeof window !== 'undefined') window.addEventListener('online', () => this.#release());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The uploads, oldest first; a new array whenever one changes. */
  snapshot = (): readonly Upload[] => this.#uploads;

  /** Takes files and begins sending. */
  add(files: readonly NewUpload[], schema: UploadSchema, deploymentId: string | null = null): void {
    const added = files.map(({ file, folder }): Upload => {
      return {
        id: newId(),
        file,
        folder,
        schema,
        deploymentId,
        state: 'waiting',
        sent: 0,
        speed: null,
        error: null,
        waitsFor: null,
        document: null,
        duplicateKept: false,
      };
    });
    const waitsFor = this.#hold?.reason ?? null;
    this.#uploads = [...this.#uploads, ...added.map((upload) => ({ ...upload, waitsFor }))];
    this.#tellNow();
    this.#pump();
  }

  /** Stops an upload; nothing of it is kept. */
  cancel(id: string): void {
    this.#controllers.get(id)?.abort(new DOMException('Cancelled', 'AbortError'));
    this.#change(id, { state: 'cancelled', speed: null });
    this.#pump();
  }

  cancelAll(): void {
    for (const upload of this.#uploads) if (isUnderWay(upload)) this.cancel(upload.id);
  }

  /** Sends a failed or cancelled file again from its start. */
  retry(id: string): void {
    this.#waits.delete(id);
    this.#breaks.delete(id);
    this.#change(id, { state: 'waiting', sent: 0, speed: null, error: null });
    this.#pump();
  }

  retryFailed(): void {
    for (const upload of this.#uploads) if (upload.state === 'failed') this.retry(upload.id);
  }

  /** Takes an upload that is over off the list. */
  dismiss(id: string): void {
    this.#uploads = this.#uploads.filter((upload) => upload.id !== id);
    this.#tellNow();
  }

  /** Takes everything that is over off the list. */
  dismissFinished(): void {
    this.#uploads = this.#uploads.filter(isUnderWay);
    this.#tellNow();
  }

  /** Takes what the desk tells of documents that were uploaded here, so that the list says what became of them. */
  follow(documents: readonly DeskDocument[]): void {
    // One may be told of before the answer to its upload is here.
    if (this.#uploads.some(isUnderWay)) for (const document of documents) this.#told.set(document.id, document);
    else this.#told.clear();
    for (const { id, document } of this.#uploads) {
      const next = document && documents.find((one) => one.id === document.id && one.change > document.change);
      if (next) this.#change(id, { document: next });
    }
  }

  keepDuplicate(id: string): void {
    this.#change(id, { duplicateKept: true });
  }

  #pump(): void {
    if (this.#hold === null) {
      const free = (this.#holds > 0 ? 1 : PARALLEL) - this.#controllers.size;
      const waiting = this.#uploads.filter(({ id, state }) => state === 'waiting' && !this.#controllers.has(id));
      const waits = ({ id }: Upload) => this.#waits.get(id) ?? 0;
      for (const upload of waiting.toSorted((a, b) => waits(a) - waits(b)).slice(0, Math.max(0, free))) void this.#send(upload);
    }
    this.#guardUnload();
  }

  async #send(upload: Upload): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(upload.id, controller);
    this.#marks.set(upload.id, { at: performance.now(), sent: 0 });
    this.#change(upload.id, { state: 'sending', sent: 0, error: null, waitsFor: null });
    try {
      const { id, file, folder, schema, deploymentId } = upload;
      const onProgress = (sent: number) => this.#progress(upload.id, sent);
      const document = await this.#sendFile({ id, file, folder, schema, deploymentId, signal: controller.signal, onProgress });
      this.#holds = 0;
      const told = this.#told.get(document.id);
      const latest = told && told.change > document.change ? told : document;
      this.#change(upload.id, { state: 'stored', sent: file.size, speed: null, document: latest });
      this.onStored(document);
    } catch (error) {
      if (!controller.signal.aborted) await this.#failed(upload, error, controller.signal);
    } finally {
      this.#controllers.delete(upload.id);
      this.#marks.delete(upload.id);
      this.#pump();
    }
  }

  async #failed({ id, file }: Upload, error: unknown, signal: AbortSignal): Promise<void> {
    const reason = holdReason(error);
    if (reason === null) {
      this.#holds = 0;
      this.#change(id, { state: 'failed', speed: null, error: errorMessage(error) });
      return;
    }
    // a browser says of a file that is gone no more than of a network that is
    if (error instanceof ConnectionError && !(await isReadable(file))) {
      const gone = 'The file was changed or removed since it was chosen. Choose it again.';
      this.#change(id, { state: 'failed', speed: null, error: gone });
      return;
    }
    if (signal.aborted) return;
    this.#waits.set(id, (this.#waits.get(id) ?? 0) + 1);
    this.#change(id, { state: 'waiting', sent: 0, speed: null });
    this.#wait(reason, holdPause(error, this.#holds));
    if (error instanceof ConnectionError) await this.#countBreak(id);
  }

  /** Fails a file that something in between cuts off each time, while everything else comes through. */
  async #countBreak(id: string): Promise<void> {
    const breaks = (await this.#isDeskThere()) ? (this.#breaks.get(id) ?? 0) + 1 : 0;
    this.#breaks.set(id, breaks);
    const upload = this.#uploads.find((one) => one.id === id);
    if (breaks < MOST_BREAKS || upload?.state !== 'waiting') return;
    const cut = `The connection was lost ${breaks} times while this file was being sent, although the desk is responding. A proxy or firewall may be blocking files of this size. Tell your administrator, or try again.`;
    this.#change(id, { state: 'failed', speed: null, error: cut, waitsFor: null });
    this.#holds = 0;
    this.#release();
  }

  /** Lets all uploads wait; several that fail together count once. */
  #wait(reason: string, ms: number): void {
    if (this.#hold === null) this.#holds += 1;
    this.#hold ??= { reason, timer: setTimeout(() => this.#release(), ms) };
    const waitsFor = this.#hold.reason;
    this.#uploads = this.#uploads.map((upload) => (upload.state === 'waiting' ? { ...upload, waitsFor } : upload));
    this.#tellNow();
  }

  #release(): void {
    if (!this.#hold) return;
    clearTimeout(this.#hold.timer);
    this.#hold = null;
    this.#pump();
  }

  #progress(id: string, sent: number): void {
    const mark = this.#marks.get(id);
    const upload = this.#uploads.find((one) => one.id === id);
    if (!mark || upload?.state !== 'sending') return;
    const now = performance.now();
    let { speed } = upload;
    if (now - mark.at > 250) {
      const present = ((sent - mark.sent) / (now - mark.at)) * 1000;
      speed = speed === null ? present : speed * 0.7 + present * 0.3;
      this.#marks.set(id, { at: now, sent });
    }
    // The request's own bytes may count a little more than the file has.
    this.#change(id, { sent: Math.min(sent, upload.file.size), speed }, true);
  }

  #change(id: string, change: Partial<Upload>, later = false): void {
    this.#uploads = this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
    if (!later) this.#tellNow();
    else this.#telling ??= setTimeout(() => this.#tellNow(), TELL_MS);
  }

  #tellNow(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    for (const listener of this.#listeners) listener();
  }

  #guardUnload(): void {
    if (typeof window === 'undefined') return;
    window.removeEventListener('beforeunload', askBeforeUnload);
    if (this.#uploads.some(isUnderWay)) window.addEventListener('beforeunload', askBeforeUnload);
  }
}

/** True while bytes are still to be sent or to be acknowledged. */
export function isUnderWay(upload: Upload): boolean {
  return upload.state === 'waiting' || upload.state === 'sending';
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
