import { ArrowUpDown, Minus, PenLine, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { FieldAttribute, FieldChange, RuleChange, SchemaComparison } from '#lib/document/schemas/compare-schemas.ts';
import { FIELD_TYPES, FORMATS } from '../outline/field-types.tsx';

const KINDS: Record<FieldChange['kind'], { word: string; tone: Tone; icon: ReactNode }> = {
  added: { word: 'Added', tone: 'ok', icon: <Plus size={11} aria-hidden /> },
  removed: { word: 'Removed', tone: 'bad', icon: <Minus size={11} aria-hidden /> },
  changed: { word: 'Changed', tone: 'info', icon: <PenLine size={11} aria-hidden /> },
  moved: { word: 'Moved', tone: 'neutral', icon: <ArrowUpDown size={11} aria-hidden /> },
};

const ATTRIBUTES: Record<FieldAttribute, string> = {
  label: 'Label',
  type: 'Type',
  description: 'Description',
  required: 'Required',
  format: 'Format',
  enum: 'Options',
  minimum: 'At least',
  maximum: 'At most',
  pattern: 'Pattern',
};

function say(attribute: FieldAttribute, value: unknown): string {
  if (attribute === 'required') return value ? 'yes' : 'no';
  if (value === undefined || value === '') return 'none';
  if (attribute === 'type') return FIELD_TYPES[value as Field['type']].word;
  if (attribute === 'format') return FORMATS[value as NonNullable<Field['format']>];
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What differs between two versions of a schema, one by one. */
export function VersionChanges({ comparison }: { comparison: SchemaComparison }) {
  const { texts, fields, rules } = comparison;
  if (texts.length + fields.length + rules.length === 0) return <p className="text-ink-muted">The two versions are the same.</p>;
  return (
    <ul aria-label="Changes" className="divide-y text-sm">
      {texts.map(({ text, before, after }) => (
        <Item key={text} kind="changed" label={text === 'name' ? 'Name of the schema' : 'Description of the schema'}>
          <BeforeAfter before={before || 'none'} after={after || 'none'} />
        </Item>
      ))}
      {fields.map((change) => (
        <Item key={`${change.name} ${change.kind}`} kind={change.kind} label={change.label} name={change.name}>
          {change.kind === 'changed'
            ? change.attributes.map(({ attribute, before, after }) => (
                <BeforeAfter key={attribute} title={ATTRIBUTES[attribute]} before={say(attribute, before)} after={say(attribute, after)} />
              ))
            : null}
        </Item>
      ))}
      {rules.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have the same formula, and the list does not change
        <RuleItem key={`${at} ${change.formula}`} change={change} />
      ))}
    </ul>
  );
}

function RuleItem({ change }: { change: RuleChange }) {
  return (
    <Item kind={change.kind} label="Rule" name={change.formula}>
      {change.kind === 'changed' ? <BeforeAfter title="Message" before={change.before || 'none'} after={change.after || 'none'} /> : null}
    </Item>
  );
}

type ItemProps = { kind: FieldChange['kind']; label: string; name?: string; children?: ReactNode };

function Item({ kind, label, name, children }: ItemProps) {
  const { word, tone, icon } = KINDS[kind];
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
      <Badge tone={tone} icon={icon} className="w-20 self-start">
        {word}
      </Badge>
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p className="break-words">
          <span className="font-medium">{label}</span>
          {name && name !== label ? <code className="ml-2 break-all font-mono text-2xs text-ink-faint">{name}</code> : null}
        </p>
        {children}
      </div>
    </li>
  );
}

function BeforeAfter({ title, before, after }: { title?: string; before: string; after: string }) {
  return (
    <p className="break-words text-xs">
      {title ? <span className="text-ink-muted">{title}: </span> : null}
      <span className="sr-only">before </span>
      <del className="text-ink-muted">{before}</del>
      <span aria-hidden> → </span>
      <span className="sr-only">, now </span>
      <ins className="no-underline">{after}</ins>
    </p>
  );
}
