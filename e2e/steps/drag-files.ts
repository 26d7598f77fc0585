import type { Page } from '@playwright/test';

/** Files and folders of this machine held by the mouse over the page, as from a file manager. */
export type Drag = {
  over: (x: number, y: number) => Promise<void>;
  drop: (x: number, y: number) => Promise<void>;
  /** Back out of the window. */
  leave: () => Promise<void>;
};

/** Takes files or folders into the window at a place, through the browser's own way for what comes from outside. */
export async function dragFiles(page: Page, files: string[], x: number, y: number): Promise<Drag> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', at: [number, number]) =>
    session.send('Input.dispatchDragEvent', { type, x: at[0], y: at[1], data });
  await send('dragEnter', [x, y]);
  return {
    over: async (...at) => {
      // The first over something new enters it, the second is over it; a held mouse goes on and on.
      await send('dragOver', at);
      await send('dragOver', at);
    },
    drop: async (...at) => {
      await send('dragOver', at);
      await send('drop', at);
      await session.detach();
    },
    leave: async () => {
      await send('dragOver', [x, y]);
      await send('dragOver', [-50, -50]);
      await send('dragOver', [-50, -50]);
      await session.detach();
    },
  };
}
