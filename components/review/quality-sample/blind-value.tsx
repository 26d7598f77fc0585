'use client';

import { Ban, Check, Eye } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { valueAt } from '#lib/document/values/value-at.ts';
import { unitOf, ValueInput } from '../fields/value-input.tsx';
import type { Target } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { SampleLine } from './sample-line.tsx';

type BlindValueProps = { target: Target; label: string; onNothing: () => void; onShow: () => void; entered: boolean };

/** A value to be entered from the page while the approved one is withheld. Enter goes to the next; on an empty line it says that there is nothing. */
export function BlindValue({ target, label, entered, onNothing, onShow }: BlindValueProps) {
  const { detail } = useReview();
  const { pointer, field } = target;
  const present = valueAt(detail.fields ?? {}, pointer);
  if (!present) return null;
  const isNothing = entered && present.value === null;
  return (
    <SampleLine pointer={pointer}>
      <p className="flex items-center gap-1.5 text-ink-muted text-xs">
        {label}
        {entered ? <Check size={13} className="text-ok" aria-label="Entered" /> : null}
      </p>
      <div className="mt-0.5 flex flex-wrap items-start gap-1">
        <div className="min-w-40 flex-1">
          <ValueInput
            field={field}
            merged={present}
            label={label}
            unit={unitOf(field, present)}
            placeholder={isNothing ? 'Not there' : 'As on the page'}
          />
        </div>
        <Button
          size="large"
          variant={isNothing ? 'primary' : 'quiet'}
          icon={<Ban size={13} aria-hidden />}
          aria-label={`${label} is not there`}
          aria-pressed={isNothing}
          onPress={onNothing}
        >
          Not there
        </Button>
        <Button size="large" variant="quiet" icon={<Eye size={13} aria-hidden />} aria-label={`Show ${label}`} onPress={onShow}>
          Show
        </Button>
      </div>
    </SampleLine>
  );
}
