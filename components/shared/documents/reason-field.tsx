import { TextField, type TextFieldProps } from '#components/ui/inputs/text-field.tsx';

type ReasonFieldProps = Pick<TextFieldProps, 'rows' | 'description' | 'maxLength'> & {
  value: string;
  onChange: (reason: string) => void;
  /** It was asked for and is empty. */
  isMissing: boolean;
};

/** Why a document is rejected or postponed; it must be said. */
export function ReasonField({ isMissing, ...rest }: ReasonFieldProps) {
  return <TextField label="Reason" autoFocus error={isMissing ? 'Enter a reason.' : undefined} {...rest} />;
}
