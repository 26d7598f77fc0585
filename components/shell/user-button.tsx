'use client';

import { useCurrentUser } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('');

/** The button of the account's menu, with the person's initials. @param onWant pressed before the menu is here */
export function UserButton({ onWant }: { onWant?: () => void }) {
  const user = useCurrentUser();
  return (
    <Button variant="quiet" aria-label={`Account of ${user.name}`} className="px-1" {...(onWant ? { onPress: onWant } : {})}>
      <span aria-hidden className="flex size-5.5 items-center justify-center rounded-full bg-selected font-semibold text-2xs text-accent">
        {initials(user.name)}
      </span>
    </Button>
  );
}
