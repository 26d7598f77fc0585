'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { endsOf, type FieldFilter, type FieldOperator, operandOf } from '#lib/contract/desk/search/field-filter.ts';
import type { FilterField } from '#lib/document/schemas/list-filter-fields.ts';
import { operatorsOf } from '#lib/document/schemas/operators-of.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { nameOf, OPERATOR_WORDS } from './filter-words.ts';

type FilterEditorProps = {
  fields: readonly FilterField[];
  /** The one to change; none for a new one. */
  filter?: FieldFilter;
  onApply: (filter: FieldFilter) => void;
};

/** Asks for a field, how it is compared, and with what. `Enter` applies. */
export function FilterEditor({ fields, filter, onApply }: FilterEditorProps) {
  const known = fields.find((one) => one.name === filter?.field);
  const begun = known && filter && operatorsOf(known).includes(filter.operator) ? filter : undefined;
  const [name, setName] = useState((known ?? fields[0])?.name ?? '');
  const field = fields.find((one) => one.name === name);
  const [operator, setOperator] = useState<FieldOperator>(begun?.operator ?? (field ? operatorsOf(field)[0]! : 'contains'));
  const [values, setValues] = useState<readonly [string, string]>(() => typedOf(begun, field));
  const [error, setError] = useState<string | null>(null);
  if (!field) return <p className="p-2 text-ink-muted text-sm">This schema has no fields.</p>;
  const operand = operandOf(operator);
  const chooseField = (next: string) => {
    setName(next);
    setOperator(operatorsOf(fields.find((one) => one.name === next)!)[0]!);
    setValues(['', '']);
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // the editor may be open over another form
    event.stopPropagation();
    const value = readTyped(field, operator, values);
    if (value === null) setError(FAULTS[operand]);
    else onApply({ field: name, operator, value });
  };
  const type = (place: 0 | 1) => (text: string) => {
    setError(null);
    setValues(place === 0 ? [text, values[1]] : [values[0], text]);
  };
  const isDay = operand === 'day' || operand === 'days';
  return (
    <form onSubmit={submit} className="flex w-72 flex-col gap-3 p-2">
      {filter && !known ? <p className="text-warn">The schema has no field “{filter.field}” any more. Choose another one.</p> : null}
      <Select
        label="Field"
        options={fields.map((one) => ({ id: one.name, label: nameOf(one) }))}
        value={name}
        onChange={chooseField}
        autoFocus={!filter}
      />
      <Select
        label="Condition"
        options={operatorsOf(field).map((id) => ({ id, label: OPERATOR_WORDS[id] }))}
        value={operator}
        onChange={(next) => {
          setOperator(next);
          setError(null);
        }}
      />
      {operator === 'is' && field.type === 'enum' ? (
        <Select
          label="Value"
          options={(field.enum ?? []).map((option) => ({ id: option, label: option }))}
          value={values[0] || null}
          onChange={type(0)}
          error={error ?? undefined}
        />
      ) : operand === 'none' ? null : (
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label={operand === 'numbers' || operand === 'days' ? 'From' : 'Value'}
            type={isDay ? 'date' : 'text'}
            inputMode={operand === 'number' || operand === 'numbers' ? 'decimal' : undefined}
            value={values[0]}
            onChange={type(0)}
            maxLength={200}
            error={error ?? undefined}
            autoFocus={filter !== undefined}
            className={operand === 'numbers' || operand === 'days' ? '' : 'col-span-2'}
          />
          {operand === 'numbers' || operand === 'days' ? (
            <TextField label="To" type={isDay ? 'date' : 'text'} value={values[1]} onChange={type(1)} maxLength={200} />
          ) : null}
        </div>
      )}
      {field.name.includes('.') ? <p className="text-ink-muted text-xs">{cellsNote(operator)}</p> : null}
      <Button type="submit" variant="primary" className="self-end">
        Apply
      </Button>
    </form>
  );
}

/** What a condition on a column of rows asks for. */
function cellsNote(operator: FieldOperator): string {
  if (operator === 'empty') return 'Finds documents where no row has a value in this column.';
  return 'Finds documents where at least one row fits.';
}

const FAULTS = {
  none: 'Choose a condition.',
  words: 'Enter a text.',
  number: 'Enter a number.',
  numbers: 'Enter two numbers.',
  day: 'Enter a date.',
  days: 'Enter two dates.',
};

/** What the boxes begin with. */
function typedOf(filter: FieldFilter | undefined, field: FilterField | undefined): readonly [string, string] {
  if (!filter || !field) return ['', ''];
  const operand = operandOf(filter.operator);
  const [from, to] = endsOf(filter.value) ?? [filter.value, ''];
  const say = (value: string) => (value !== '' && operand.startsWith('number') ? formatValue(field.type, Number(value)) : value);
  return [say(from), say(to)];
}

/** What was typed, as the address has it; null when it cannot be read. The ends may be given in either order. */
function readTyped(field: FilterField, operator: FieldOperator, [first, second]: readonly [string, string]): string | null {
  const type = field.type === 'rows' ? 'integer' : field.type;
  const numberOf = (text: string) => {
    const value = parseValue(type, text);
    return typeof value === 'number' ? value : null;
  };
  switch (operandOf(operator)) {
    case 'none':
      return '';
    case 'words':
      return first.trim() === '' ? null : first.trim();
    case 'day':
      return first === '' ? null : first;
    case 'number': {
      const value = numberOf(first);
      return value === null ? null : String(value);
    }
    case 'numbers': {
      const [from, to] = [numberOf(first), numberOf(second)];
      return from === null || to === null ? null : [from, to].sort((a, b) => a - b).join('..');
    }
    default:
      return first === '' || second === '' ? null : [first, second].sort().join('..');
  }
}
