'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast';
import { type ToastMessage, takeToasts } from './toast.tsx';

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });
takeToasts((message) => {
  const key = queue.add(message, { timeout: message.tone === 'bad' || message.stays ? undefined : 6000 });
  return () => queue.close(key);
});

const ICONS = {
  ok: <CircleCheck size={16} aria-hidden className="text-ok" />,
  bad: <CircleAlert size={16} aria-hidden className="text-bad" />,
  info: <Info size={16} aria-hidden className="text-info" />,
} as const;

/** What was told in passing, in a corner of the screen. Once per page. */
export function ToastRegion() {
  return (
    <AriaToastRegion
      queue={queue}
      className="fixed right-4 bottom-4 z-50 md:bottom-10 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
    >
      {({ toast }) => (
        <AriaToast toast={toast} className="flex items-start gap-2.5 rounded-lg border border-line bg-raised p-3 shadow-md">
          <span className="mt-0.5">{ICONS[toast.content.tone ?? 'info']}</span>
          <ToastContent className="min-w-0 flex-1">
            <Text slot="title" className="block font-medium text-sm">
              {toast.content.title}
            </Text>
            {toast.content.detail ? (
              <Text slot="description" className="block break-words text-ink-muted text-xs">
                {toast.content.detail}
              </Text>
            ) : null}
          </ToastContent>
          {toast.content.action ? (
            <Button
              onPress={() => {
                toast.content.action?.onPress();
                queue.close(toast.key);
              }}
              className="h-6 shrink-0 rounded-md px-2 font-medium text-accent text-xs data-hovered:bg-hover"
            >
              {toast.content.action.label}
            </Button>
          ) : null}
          <Button
            slot="close"
            aria-label="Close"
            className="flex size-6 shrink-0 items-center justify-center rounded-md text-ink-faint data-hovered:bg-hover"
          >
            <X size={14} aria-hidden />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
