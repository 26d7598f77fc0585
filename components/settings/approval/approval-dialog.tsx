'use client';

import { useState } from 'react';
import { HoursField } from '#components/shared/queues/hours-field.tsx';
import { PrioritySelect } from '#components/shared/queues/priority-select.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveSchemaSettings } from '#lib/client/team/schema-settings.ts';
import {
  LONGEST_REJECTION_REASON,
  MOST_REJECTION_REASONS,
  type SchemaSettings,
  saveSchemaSettingsSchema,
} from '#lib/contract/desk/schemas/schema-settings.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { parseNumber } from '#lib/document/values/parse-number.ts';
import { SecondOpinionSelect } from './second-opinion-select.tsx';

const WHENS = [
  { id: 'never', label: 'One person approves' },
  { id: 'always', label: 'Two people approve' },
  { id: 'above', label: 'Two people approve above an amount' },
] as const;
const NUMBERS: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'percentage']);

/** What is filled in, and saving it. */
function useApprovalForm(settings: SchemaSettings, schema: Schema | null, onSaved: () => void) {
  const rule = settings.second_approval;
  const numbers = (schema?.fields ?? []).filter((field) => NUMBERS.has(field.type));
  const [when, setWhen] = useState(rule.when);
  const [field, setField] = useState(
    rule.when === 'above' ? rule.field : ((numbers.find(({ type }) => type === 'money') ?? numbers[0])?.name ?? ''),
  );
  const [amount, setAmount] = useState(rule.when === 'above' ? String(rule.amount) : '');
  const [percent, setPercent] = useState(settings.sample_percent === 0 ? '' : String(settings.sample_percent));
  const [priority, setPriority] = useState(settings.priority);
  const [due, setDue] = useState(settings.due_after_hours);
  const [learns, setLearns] = useState(settings.learn_from_approvals);
  const [opinionBy, setOpinionBy] = useState(settings.second_opinion_by);
  const [reasons, setReasons] = useState(settings.rejection_reasons.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveSchemaSettings(settings.schema_id);
  const submit = () => {
    const limit = parseNumber(amount);
    const share = percent.trim() === '' ? 0 : parseNumber(percent.replace('%', ''));
    if (when === 'above' && (limit === null || field === '')) return setProblem('Choose a field and enter an amount.');
    if (share === null || share < 0 || share > 100) return setProblem('The quality sample must be a number from 0 to 100.');
    const body = saveSchemaSettingsSchema.safeParse({
      second_approval: when === 'above' ? { when, field, amount: limit } : { when },
      priority,
      due_after_hours: due,
      sample_percent: share,
      learn_from_approvals: learns,
      // one that is gone meanwhile is no reason to refuse what else was changed
      ...(opinionBy === settings.second_opinion_by ? {} : { second_opinion_by: opinionBy }),
      rejection_reasons: linesOf(reasons),
    });
    if (!body.success) return setProblem(faultOf(body.error));
    setProblem(null);
    save.mutate(body.data, { onSuccess: onSaved, onError: (error) => setProblem(errorMessage(error)) });
  };
  return {
    /** Fields that an amount can be set for. */
    numbers,
    when,
    setWhen,
    field,
    setField,
    amount,
    setAmount,
    percent,
    setPercent,
    priority,
    setPriority,
    due,
    setDue,
    learns,
    setLearns,
    opinionBy,
    setOpinionBy,
    reasons,
    setReasons,
    problem,
    submit,
    isSaving: save.isPending,
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function faultOf({ issues }: { issues: readonly { path: PropertyKey[] }[] }): string {
  if (issues[0]?.path[0] !== 'rejection_reasons') return 'Correct the number of hours.';
  return `Enter up to ${MOST_REJECTION_REASONS} reasons of up to ${LONGEST_REJECTION_REASON} characters.`;
}

/** Changes what is done with documents of one schema. */
export function ApprovalDialog({ settings, schema, onClose }: { settings: SchemaSettings; schema: Schema | null; onClose: () => void }) {
  const form = useApprovalForm(settings, schema, onClose);
  const { numbers, when, setWhen, field, setField, amount, setAmount, percent, setPercent, priority, setPriority, due, setDue } = form;
  return (
    <FormDialog title={settings.schema_name} isOpen onClose={onClose} submitLabel="Save" onSubmit={form.submit} isPending={form.isSaving}>
      {form.problem ? <Notice tone="bad">{form.problem}</Notice> : null}
      <Select
        label="Approval"
        options={numbers.length > 0 ? WHENS : WHENS.slice(0, 2)}
        value={when}
        onChange={setWhen}
        description={when === 'never' ? undefined : 'The second person must be someone else.'}
      />
      {when === 'above' ? (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Field"
            options={numbers.map(({ name, label }) => ({ id: name, label: label || name }))}
            value={field}
            onChange={setField}
          />
          <TextField
            label="Is more than"
            description="Documents without the amount need two people too."
            value={amount}
            onChange={setAmount}
            inputMode="decimal"
          />
        </div>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <PrioritySelect label="Priority of new documents" value={priority} onChange={setPriority} />
        <HoursField label="Due after (hours)" value={due} onChange={setDue} />
      </div>
      <TextField
        label="Quality sample, % of approved documents"
        description="Chosen at random on approval; another person enters the values from the page before the approved ones are shown."
        placeholder="None"
        inputMode="decimal"
        value={percent}
        onChange={setPercent}
      />
      <TextField
        label="Reasons for rejecting, one per line"
        description="Offered when a document is rejected; people can also write their own."
        placeholder="None"
        rows={3}
        value={form.reasons}
        onChange={form.setReasons}
      />
      <div className="space-y-1">
        <Switch isSelected={form.learns} onChange={form.setLearns}>
          Learn from approvals
        </Switch>
        <p className="text-ink-muted text-xs">
          Later documents of the same layout get proposals from approved ones. When this is off, the document service forgets them.
        </p>
      </div>
      <SecondOpinionSelect value={form.opinionBy} onChange={form.setOpinionBy} learns={form.learns} />
    </FormDialog>
  );
}
