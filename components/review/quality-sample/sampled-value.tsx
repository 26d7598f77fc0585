'use client';

import { Check, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import type { Target } from '../session/list-targets.ts';

/** `text`: what it should be, as typed; empty = nothing, or not said. */
export type Verdict = { agrees: boolean; text: string };

type SampledValueProps = {
  target: Target;
  schema: Schema | null;
  documentId: string;
  verdict: Verdict | null;
  isFocused: boolean;
  onFocus: () => void;
  onJudge: (verdict: Verdict) => void;
};

/** One approved value beside its place on the page, to agree with or not. Enter on Right goes to the next. */
export function SampledValue({ target, schema, documentId, verdict, isFocused, onFocus, onJudge }: SampledValueProps) {
  const { pointer, field, merged } = target;
  const label = labelOf(schema, pointer);
  const [evidence] = merged.evidence;
  const shown = formatValue(field.type, merged.value);
  return (
    <li
      onFocus={onFocus}
      className={classNames('border-b px-4 py-2.5', isFocused && 'bg-selected shadow-[inset_2px_0_0_var(--color-accent)]')}
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-ink-muted text-xs">{label}</p>
          {evidence ? <EvidenceCrop documentId={documentId} evidence={evidence} /> : null}
          <p className="mt-0.5 break-words font-medium">{shown === '' ? <span className="text-ink-faint">Nothing</span> : shown}</p>
        </div>
        <div className="flex shrink-0 gap-1">
          <Button
            id={`sample-${pointer}`}
            size="small"
            variant={verdict?.agrees ? 'primary' : 'secondary'}
            icon={<Check size={13} aria-hidden />}
            aria-label={`${label} is right`}
            aria-pressed={verdict?.agrees === true}
            onPress={() => onJudge({ agrees: true, text: '' })}
          >
            Right
          </Button>
          <Button
            size="small"
            variant={verdict && !verdict.agrees ? 'primary' : 'secondary'}
            icon={<X size={13} aria-hidden />}
            aria-label={`${label} is wrong`}
            aria-pressed={verdict?.agrees === false}
            onPress={() => onJudge({ agrees: false, text: verdict?.text ?? '' })}
          >
            Wrong
          </Button>
        </div>
      </div>
      {verdict && !verdict.agrees ? (
        <TextField
          aria-label={`Correct value of ${label}`}
          placeholder="Correct value"
          dense
          className="mt-2"
          value={verdict.text}
          onChange={(text) => onJudge({ agrees: false, text })}
          autoFocus
        />
      ) : null}
    </li>
  );
}
