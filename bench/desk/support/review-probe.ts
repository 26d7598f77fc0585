/** What the probe has noted in a page. Times in milliseconds. */
export type ProbeNotes = {
  /** Keys that are no typed characters. */
  keys: number;
  characters: number;
  /** Trusted mouse, pointer and wheel events. */
  mouse: number;
  /** From the Enter that approved to the next document with the focus in it. */
  next: number[];
  /** From the focus in a field to its evidence inside the visible part of the pages, picture and all. */
  evidence: number[];
  /** Fields that got the focus and have no mark on the page. */
  withoutEvidence: number;
};

/** What was counted of one document. */
export type Counted = { keys: number; characters: number; mouse: number; machineMs: number };

/** What came between two looks at the notes; the waiting is that for evidence and for the next document. */
export function countBetween(before: ProbeNotes, after: ProbeNotes): Counted {
  const waited = (['next', 'evidence'] as const).flatMap((name) => after[name].slice(before[name].length));
  return {
    keys: after.keys - before.keys,
    characters: after.characters - before.characters,
    mouse: after.mouse - before.mouse,
    machineMs: waited.reduce((sum, ms) => sum + ms, 0),
  };
}

/** Runs in the browser before any script of a page: counts what the person does and times what the page answers. */
export function installProbe(): void {
  const notes = { keys: 0, characters: 0, mouse: 0, next: [] as number[], evidence: [] as number[], withoutEvidence: 0 };
  Object.assign(window, { probe: notes });
  const WAIT_MS = 3000;
  const until = (isThere: () => boolean, done: (ms: number | null) => void) => {
    const start = performance.now();
    const look = () => {
      const spent = performance.now() - start;
      if (isThere()) done(spent);
      else if (spent > WAIT_MS) done(null);
      else requestAnimationFrame(look);
    };
    look();
  };
  const isReady = () => {
    const active = document.activeElement;
    return active instanceof HTMLElement && (active.id === 'approve' || active.dataset.pointer !== undefined);
  };
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) notes.characters += 1;
      else notes.keys += 1;
      const approves = event.key === 'Enter' && document.activeElement?.id === 'approve';
      if (!approves) return;
      const from = location.pathname;
      until(
        () => location.pathname !== from && isReady(),
        (ms) => ms !== null && notes.next.push(ms),
      );
    },
    true,
  );
  for (const kind of ['mousedown', 'mousemove', 'wheel', 'pointerdown', 'touchstart'])
    window.addEventListener(
      kind,
      (event) => {
        if (event.isTrusted) notes.mouse += 1;
      },
      { capture: true, passive: true },
    );
  window.addEventListener('focusin', (event) => {
    const pointer = event.target instanceof HTMLElement ? event.target.dataset.pointer : undefined;
    if (!pointer) return;
    until(
      () => {
        const mark = document.querySelector(`[data-mark="${pointer}"]`);
        const frame = mark?.closest('section');
        if (!mark || !frame) return false;
        const box = mark.getBoundingClientRect();
        const view = frame.getBoundingClientRect();
        const picture = mark.parentElement?.querySelector('img');
        return box.top >= view.top && box.bottom <= view.bottom && (!picture || picture.complete);
      },
      (ms) => {
        if (ms === null) notes.withoutEvidence += 1;
        else notes.evidence.push(ms);
      },
    );
  });
}

/**
 * Runs in the browser: scrolls what is found, or what it stands in, from top to bottom within some seconds.
 * @returns length of each frame in milliseconds
 */
export async function scrollThrough({ selector, ms }: { selector: string; ms: number }): Promise<number[]> {
  let frame = document.querySelector(selector);
  while (frame && (frame.scrollHeight < frame.clientHeight + 200 || getComputedStyle(frame).overflowY === 'visible'))
    frame = frame.parentElement;
  if (!frame) throw new Error(`Nothing to scroll: ${selector}`);
  const frames: number[] = [];
  const start = performance.now();
  for (let last = start; last - start < ms; ) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    if (now > last) frames.push(now - last);
    last = now;
    frame.scrollTop = ((now - start) / ms) * (frame.scrollHeight - frame.clientHeight);
  }
  return frames.slice(2);
}
