'use client';

import { ArrowRight } from 'lucide-react';
import { useMay } from '#components/shared/current-user.ts';
import { useNextForMe } from '#components/shared/queues/use-next-for-me.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { findNextStep } from './next-step.ts';

/** The one thing to do now, as a button. */
export function NextStepPart({ overview }: { overview: Overview }) {
  const mayReview = useMay('reviewer');
  const next = useNextForMe();
  const step = findNextStep(overview, mayReview);
  if (!step) return <p className="text-ink-muted">Nothing to do now. Documents on their way will appear here.</p>;
  const look = { variant: 'primary', size: 'large', icon: <ArrowRight size={15} aria-hidden /> } as const;
  return (
    <div className="ml-auto flex items-center gap-3 max-md:ml-0 max-md:w-full max-md:flex-wrap">
      <p className="text-ink-muted">
        {step.why}
        {'href' in step ? null : (
          <span className="ml-2 max-md:hidden">
            <Kbd>n</Kbd>
          </span>
        )}
      </p>
      {'href' in step ? (
        <LinkButton {...look} href={step.href}>
          {step.label}
        </LinkButton>
      ) : (
        <Button {...look} isPending={next.isPending} onPress={() => next.mutate(null)}>
          {step.label}
        </Button>
      )}
    </div>
  );
}
