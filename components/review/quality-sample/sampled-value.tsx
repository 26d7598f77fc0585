'use client';

import { Check, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { formatValue } from '#lib/document/values/format-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { elementId } from '../session/element-id.ts';
import type { Target } from '../session/list-targets.ts';
import { useReviewActs } from '../session/review-context.ts';
import type { Entry } from './lay-entries-over.ts';
import { SampleLine } from './sample-line.tsx';
import type { Verdict } from './sample-work.ts';

type SampledValueProps = {
  target: Target;
  label: string;
  /** What the person entered before the approved value was shown; null where it was shown from the start. */
  entry: Entry | null;
  verdict: Verdict | null;
  onJudge: (verdict: Verdict) => void;
};

/** One approved value beside its place on the page, to agree with or not. Enter on Right goes to the next. */
export function SampledValue({ target, label, entry, verdict, onJudge }: SampledValueProps) {
  const { documentId } = useReviewActs();
  const { pointer, field, merged } = target;
  const [evidence] = merged.evidence;
  const entered = entry ? formatValue(field.type, entry.value) : '';
  return (
    <SampleLine pointer={pointer} isFocusable={entry !== null}>
      <p className="text-ink-muted text-xs">{label}</p>
      {entry ? (
        <p className="mt-0.5 break-words">
          <span className="text-ink-muted text-xs">You entered </span>
          <Shown text={entered} />
        </p>
      ) : null}
      {evidence ? <EvidenceCrop documentId={documentId} evidence={evidence} /> : null}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <p className="mt-0.5 min-w-0 flex-1 break-words font-medium">
          {entry ? <span className="font-normal text-ink-muted text-xs">Approved </span> : null}
          <Shown text={formatValue(field.type, merged.value)} />
        </p>
        <div className="flex shrink-0 gap-1">
          <Button
            id={elementId(pointer)}
            size="small"
            variant={verdict?.agrees ? 'primary' : 'secondary'}
            icon={<Check size={13} aria-hidden />}
            aria-label={`Approved ${label} is right`}
            aria-pressed={verdict?.agrees === true}
            onPress={() => onJudge({ agrees: true, text: '' })}
          >
            Right
          </Button>
          <Button
            size="small"
            variant={verdict && !verdict.agrees ? 'primary' : 'secondary'}
            icon={<X size={13} aria-hidden />}
            aria-label={`Approved ${label} is wrong`}
            aria-pressed={verdict?.agrees === false}
            onPress={() => onJudge({ agrees: false, text: verdict?.agrees === false ? verdict.text : entered })}
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
    </SampleLine>
  );
}

function Shown({ text }: { text: string }) {
  return text === '' ? <span className="text-ink-faint">Nothing</span> : text;
}
