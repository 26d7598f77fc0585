'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../icon-button.tsx';

export type DrawerProps = { title: string; isOpen: boolean; onClose: () => void; footer?: ReactNode; children: ReactNode };

/** A panel from the right edge, as high as the window. */
export function Drawer({ title, isOpen, onClose, footer, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-30 flex justify-end bg-scrim"
    >
      <Modal className="h-full w-full max-w-115 border-l bg-raised shadow-lg">
        <AriaDialog className="flex h-full flex-col outline-none">
          <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b pr-2.5 pl-5">
            <Heading slot="title" className="truncate font-semibold text-base">
              {title}
            </Heading>
            <IconButton label="Close" icon={<X size={16} aria-hidden />} onPress={onClose} />
          </header>
          <div className="min-h-0 flex-1 overflow-auto p-5">{children}</div>
          {footer ? <footer className="flex shrink-0 justify-end gap-2 border-t bg-canvas px-5 py-3">{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
