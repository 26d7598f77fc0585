import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField, type TextFieldProps } from '#components/ui/inputs/text-field.tsx';

type ReasonFieldProps = Pick<TextFieldProps, 'rows' | 'description' | 'maxLength'> & {
  value: string;
  onChange: (reason: string) => void;
  /** It was asked for and is empty. */
  isMissing: boolean;
  /** Reasons to choose from. */
  choices?: readonly string[];
};

/** Why a document is rejected or postponed; it must be said. A reason that is chosen can be edited. */
export function ReasonField({ isMissing, choices = [], ...rest }: ReasonFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const choose = (reason: string) => {
    const typed = rest.value.trim();
    // what a person wrote is not thrown away
    rest.onChange(typed === '' || choices.includes(typed) ? reason : `${typed}; ${reason}`);
    frame.current?.querySelector<HTMLElement>('textarea, input')?.focus();
  };
  return (
    <div ref={frame} className="space-y-2">
      {choices.length > 0 ? (
        <fieldset aria-label="Reasons to choose from" className="flex flex-wrap gap-1.5">
          {choices.map((reason) => (
            <Button key={reason} size="small" onPress={() => choose(reason)} aria-pressed={rest.value === reason} className="max-w-full">
              <span className="truncate">{reason}</span>
            </Button>
          ))}
        </fieldset>
      ) : null}
      <TextField label="Reason" autoFocus error={isMissing ? 'Enter a reason.' : undefined} {...rest} />
    </div>
  );
}
