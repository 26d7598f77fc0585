'use client';

import { Kbd } from '#components/ui/kbd.tsx';
import type { KindChoice } from '#lib/contract/service/classification.ts';
import { formatConfidence } from '../format.ts';

type KindChoicesProps = { choices: readonly KindChoice[]; onChoose: (choice: KindChoice) => void; isPending: boolean };

/** The likeliest schemas, each with its key. */
export function KindChoices({ choices, onChoose, isPending }: KindChoicesProps) {
  return (
    <ul aria-label="Most likely kinds" className="divide-y overflow-hidden rounded-md border bg-surface">
      {choices.map((choice, index) => (
        <li key={choice.schema_id}>
          <button
            type="button"
            disabled={isPending}
            onClick={() => onChoose(choice)}
            className="flex h-9 w-full items-center gap-2.5 px-2.5 text-left text-sm hover:bg-hover disabled:opacity-60"
          >
            <Kbd>{String(index + 1)}</Kbd>
            <span className="min-w-0 flex-1 truncate">{choice.schema_name}</span>
            <span className="text-ink-muted text-xs tabular-nums">{formatConfidence(choice.confidence)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
