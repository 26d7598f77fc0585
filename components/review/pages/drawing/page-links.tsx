'use client';

import { ArrowRight, Copy, ExternalLink, Link2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Menu } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { place } from '#components/shared/pages/page-place.ts';
import { useVisibleBand } from '#components/shared/pages/use-visible-band.ts';
import { MenuItem } from '#components/ui/layers/menu.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { tipOf } from '#components/ui/tip.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { linkTarget } from '#lib/document/values/link-target.ts';

const SIZE = 14;

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ tone: 'info', title: 'Address copied' });
  } catch {
    showToast({
      tone: 'bad',
      title: 'The address could not be copied',
      detail: `The browser does not allow it. The address is ${address}`,
    });
  }
}

/**
 * The links of a page: underlined, each with a small button beside it. Nothing is opened by the first click; it shows where the link
 * leads. Links within the document go to their page.
 */
export function PageLinks({ page, onPage }: { page: Page; onPage: (page: number) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const [from, to] = useVisibleBand(frame);
  const trigger = useRef<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const target = open === null ? null : linkTarget(open);
  return (
    // biome-ignore lint/a11y: what is pressed here, in the menu too, must not take words from the page
    <div
      ref={frame}
      className="pointer-events-none absolute inset-0"
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      {page.links.map(({ box, url, page: leadsTo }) => {
        if (box[1] > to || box[3] < from || (url === null && leadsTo === null)) return null;
        const tip = url === null ? `Go to page ${leadsTo}` : linkTarget(url).address;
        const name = url === null ? tip : `Link to ${linkTarget(url).name}`;
        return (
          <div key={`${box.join()} ${url} ${leadsTo}`} className="absolute border-info border-b border-dotted" style={place(box, 0)}>
            <button
              type="button"
              aria-label={name}
              {...(url === null ? {} : { 'aria-haspopup': 'menu', 'aria-expanded': open === url })}
              {...tipOf(tip)}
              onClick={(event) => {
                if (url === null) return onPage(leadsTo ?? page.number);
                trigger.current = event.currentTarget;
                setOpen(url);
              }}
              className="pointer-events-auto absolute top-1/2 left-full z-20 grid -translate-y-1/2 place-items-center rounded-sm border border-line bg-raised text-info hover:bg-hover"
              style={{ width: SIZE, height: SIZE, marginLeft: 2 }}
            >
              {url === null ? <ArrowRight size={10} aria-hidden /> : <Link2 size={10} aria-hidden />}
            </button>
          </div>
        );
      })}
      <Popover
        isOpen={target !== null}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        triggerRef={trigger}
        placement="bottom start"
        offset={4}
        className={popoverStyle}
      >
        {target ? (
          <Menu
            aria-label={`Link to ${target.name}`}
            autoFocus="first"
            onClose={() => setOpen(null)}
            className="min-w-48 max-w-90 outline-none"
          >
            <MenuItem
              icon={<Copy size={14} aria-hidden />}
              label="Copy the address"
              description={target.address}
              onAction={() => void copy(target.address)}
            />
            {target.opens === null ? (
              <MenuItem isDisabled icon={<ExternalLink size={14} aria-hidden />} label="Links of this type cannot be opened" />
            ) : (
              <MenuItem
                icon={<ExternalLink size={14} aria-hidden />}
                label={target.opens === 'web' ? `Open ${target.name} in a new tab` : `Write to ${target.name}`}
                href={open ?? ''}
                target="_blank"
                rel="noreferrer noopener"
              />
            )}
          </Menu>
        ) : null}
      </Popover>
    </div>
  );
}
