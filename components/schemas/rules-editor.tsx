'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FORMULA_FUNCTIONS } from '#lib/document/rules/formula-functions.ts';
import type { Messages } from './check-draft.ts';
import { type FieldDraft, newRule, type RuleDraft } from './schema-draft.ts';

export type RulesEditorProps = {
  rules: readonly RuleDraft[];
  fields: readonly FieldDraft[];
  onChange: (rules: RuleDraft[]) => void;
  messages: Messages;
};

/** What formulas take of the fields, as they write it: columns with their rows before them; of rows and lists only how many there are. */
function namesOf(fields: readonly FieldDraft[]): string[] {
  return fields
    .filter(({ name }) => name !== '')
    .flatMap(({ name, type, columns }) => [
      type === 'rows' || type === 'list' ? `count(${name})` : name,
      ...columns.filter((column) => column.name !== '' && column.type !== 'list').map((column) => `${name}.${column.name}`),
    ]);
}

/** Formulas that must hold; one that does not raises a flag. */
export function RulesEditor({ rules, fields, onChange, messages }: RulesEditorProps) {
  const change = (key: string, part: Partial<RuleDraft>) => onChange(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)));
  const names = namesOf(fields);
  return (
    <div className="flex max-w-220 flex-col gap-4 overflow-auto p-4">
      <p className="text-ink-muted">
        A rule compares fields. If it does not hold, the document is flagged and a value that fits is proposed. Examples:{' '}
        <code className="font-mono text-xs">grand_total = net_total + tax_total</code>,{' '}
        <code className="font-mono text-xs">net_total = sum(line_items.amount)</code>,{' '}
        <code className="font-mono text-xs">due_date &lt;= invoice_date + 30</code>,{' '}
        <code className="font-mono text-xs">left(vat_id, 2) = "DE"</code>. Functions: {Object.keys(FORMULA_FUNCTIONS).join(', ')}.
      </p>
      {rules.map((rule, index) => (
        <div key={rule.key} className="grid items-start gap-3 rounded-md border bg-surface p-3 md:grid-cols-[3fr_2fr_auto]">
          <TextField
            label={`Rule ${index + 1}`}
            value={rule.formula}
            onChange={(formula) => change(rule.key, { formula })}
            error={messages.get(`${rule.key}.formula`)}
            maxLength={500}
            inputClassName="font-mono text-xs"
            autoFocus={rule.formula === ''}
          />
          <TextField
            label="Message if the rule does not hold"
            placeholder="Optional"
            value={rule.message}
            onChange={(message) => change(rule.key, { message })}
            error={messages.get(`${rule.key}.message`)}
            maxLength={300}
          />
          <IconButton
            label={`Remove rule ${index + 1}`}
            icon={<Trash2 size={14} aria-hidden />}
            onPress={() => onChange(rules.filter(({ key }) => key !== rule.key))}
            className="md:mt-5.5"
          />
        </div>
      ))}
      <div>
        <Button icon={<Plus size={14} aria-hidden />} onPress={() => onChange([...rules, newRule()])}>
          Add rule
        </Button>
      </div>
      {names.length ? (
        <div>
          <h2 className="mb-1 font-medium text-xs">Names for formulas</h2>
          <p className="flex flex-wrap gap-1.5">
            {names.map((name) => (
              <code key={name} className="rounded-sm border bg-surface px-1.5 font-mono text-ink-muted text-xs">
                {name}
              </code>
            ))}
          </p>
        </div>
      ) : null}
    </div>
  );
}
