'use client';

import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { useSubmitKey } from './use-submit-key.ts';

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  width?: 'small' | 'medium' | 'large';
  /** False when a press outside or Esc must not close it. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** What `Mod+Enter` does anywhere in it, and `Enter` in a single line of text; a key held down does nothing. */
  onSubmit?: () => void;
  children: ReactNode;
};

const WIDTHS = { small: 'max-w-105', medium: 'max-w-150', large: 'max-w-240' } as const;

/** What scrolls, and holds nothing that takes the focus, takes it itself: the keyboard can scroll nothing else. */
function letScrollByKeys(body: HTMLElement | null): void {
  if (body && body.scrollHeight > body.clientHeight && !body.querySelector('a, button, input, select, textarea, [tabindex]'))
    body.tabIndex = 0;
}

/** A window over the page; focus stays inside and comes back afterwards. */
export function Dialog({
  title,
  isOpen,
  onClose,
  footer,
  width = 'small',
  isDismissable = true,
  role = 'dialog',
  onSubmit,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLElement>(null);
  useSubmitKey(dialog, isOpen ? onSubmit : undefined);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className="fixed inset-0 z-30 flex items-start justify-center bg-scrim p-4 pt-[12vh]"
    >
      <Modal className={classNames('max-h-[76vh] w-full overflow-hidden rounded-lg border border-line bg-raised shadow-lg', WIDTHS[width])}>
        <AriaDialog ref={dialog} role={role} className="flex max-h-[76vh] flex-col outline-none">
          <header className="flex h-12 shrink-0 items-center justify-between gap-4 pr-2.5 pl-5">
            <Heading slot="title" className="truncate font-semibold text-base">
              {title}
            </Heading>
            <IconButton label="Close" icon={<X size={16} aria-hidden />} onPress={onClose} />
          </header>
          <div ref={letScrollByKeys} className="min-h-0 flex-1 overflow-auto px-5 pb-5">
            {children}
          </div>
          {footer ? <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t bg-canvas px-5 py-3">{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
