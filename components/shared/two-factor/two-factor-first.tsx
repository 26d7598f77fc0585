'use client';

import { TwoFactorSetUp } from '#components/shared/two-factor/two-factor-set-up.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSignOut } from '#lib/client/team/session.ts';
import { FrontCard } from '../front-card.tsx';

/** Stands before everything else while an admin asks for two-factor and the person has none. */
export function TwoFactorFirst() {
  const signOut = useSignOut();
  return (
    <FrontCard title="Switch two-factor on" words="An admin of this desk requires it for everyone. It takes two minutes.">
      <TwoFactorSetUp onDone={() => undefined} />
      <Button variant="quiet" onPress={() => signOut.mutate()} isPending={signOut.isPending} className="mt-3">
        Sign out
      </Button>
    </FrontCard>
  );
}
