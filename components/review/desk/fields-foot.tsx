'use client';

import { Switch } from '#components/ui/inputs/switch.tsx';

type FieldsFootProps = {
  /** How many flags are open. */
  words: string;
  onlyFlagged: { isOn: boolean; set: (isOn: boolean) => void };
  isDisabled: boolean;
  /** The keys that matter most where the focus is. */
  hints: readonly (string | null)[];
};

/** Below the fields: how many flags are open, and the keys; in a line where there is room, else in two. */
export function FieldsFoot({ words, onlyFlagged, isDisabled, hints }: FieldsFootProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-t px-3 text-xs">
      <span className="whitespace-nowrap text-ink-muted leading-8" role="status">
        {words}
      </span>
      <Switch isSelected={onlyFlagged.isOn} onChange={onlyFlagged.set} isDisabled={isDisabled} className="whitespace-nowrap text-xs">
        <span className="@max-[20rem]:sr-only">Only flagged fields</span>
      </Switch>
      {hints.length > 0 ? (
        // What does not fit on the line whole goes to a second one, which is not shown.
        <p className="-order-1 flex h-8 min-w-0 flex-[1_1_100%] flex-wrap gap-x-4 overflow-hidden whitespace-nowrap border-b text-2xs text-ink-faint leading-8 max-md:hidden @min-[36rem]:order-1 @min-[36rem]:flex-[1_1_14rem] @min-[36rem]:border-b-0">
          {hints.map((hint) => (hint ? <span key={hint}>{hint}</span> : null))}
        </p>
      ) : null}
    </div>
  );
}
